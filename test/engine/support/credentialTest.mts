import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunction,
	INodeCredentialTestResult,
} from 'n8n-workflow';
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
	const test = findTestFunction(typeName, helper, new EngineNodeTypes(loaded));
	if (test === undefined) {
		return { status: 'Error', message: 'No testing function found for this credential.' };
	}
	const additionalData = createAdditionalData({ credentialsHelper: helper });
	const decrypted = await helper.applyDefaults(
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

function findTestFunction(
	typeName: string,
	helper: EngineCredentialsHelper,
	nodeTypes: EngineNodeTypes,
): ICredentialTestFunction | undefined {
	for (const nodeName of helper.getSupportedNodes(typeName)) {
		const { description, methods } = nodeTypes.getByNameAndVersion(nodeName);
		const entry = description.credentials?.find(({ name }) => name === typeName);
		const testedBy = entry?.testedBy;
		if (typeof testedBy === 'string') return methods?.credentialTest?.[testedBy];
	}
	return undefined;
}
