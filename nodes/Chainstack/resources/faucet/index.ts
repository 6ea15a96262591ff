import type { Resource } from '../../../shared/run/operation';
import { getHistory } from './getHistory';
import { requestTokens } from './requestTokens';

export const faucet: Resource = {
	name: 'Test Tokens (Faucet)',
	value: 'faucet',
	description: 'Free tokens for test networks',
	operations: [getHistory, requestTokens],
};
