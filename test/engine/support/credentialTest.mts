import type { ICredentialDataDecryptedObject, INodeCredentialTestResult } from 'n8n-workflow';
import { createAdditionalData } from './additionalData.mts';
import { EngineCredentialsHelper } from './credentials.mts';
import { core } from './n8nCore.mts';
import { EngineNodeTypes } from './nodeTypes.mts';
import { loadPackage } from './packageTypes.mts';

/**
 * Tests a credential as the editor's Save button does, through the `testedBy` function of the first
 * node that names one; follows `CredentialsTester` of n8n 2.41.1. A credential type with a
 * declarative `test`, which takes precedence on the server, is refused.
 */
export async function testCredential(
	typeName: string,
	data: object,
): Promise<INodeCredentialTestResult> {
	const loaded = await loadPackage();
	const helper = new EngineCredentialsHelper(loaded);
	if (helper.getType(typeName).test !== undefined) {
		throw new Error(`Credential type '${typeName}' has a declarative test; test it end to end.`);
	}
	const [nodeName] = helper.getSupportedNodes(typeName);
	const { description, methods } = new EngineNodeTypes(loaded).getByNameAndVersion(nodeName);
	const testedBy = description.credentials?.find(({ name }) => name === typeName)?.testedBy;
	const test = methods?.credentialTest?.[String(testedBy)];
	if (test === undefined) throw new Error(`${nodeName} does not test '${typeName}'`);
	const additionalData = createAdditionalData({ credentialsHelper: helper });
	const decrypted = helper.applyDefaults(
		additionalData,
		data as ICredentialDataDecryptedObject,
		typeName,
		'internal',
	);
	const context = new core.CredentialTestContext(additionalData);
	return await test.call(context, {
		id: 'credential-1',
		name: 'Engine test',
		type: typeName,
		data: decrypted,
	});
}
