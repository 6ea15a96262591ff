import { describe, expect, it } from 'vitest';
import { useFleet } from '../fixtures/fleet.mts';
import { jsons } from '../fixtures/platform.mts';
import { nodeStatus, readiness } from '../fixtures/polling.mts';

const fleet = useFleet('ND-1-1', 'ND-1-2', 'ND-1-3');
const { server } = fleet;
const firstPoll = async (parameters: object) =>
	await fleet.watching({ emitInitialState: true, ...parameters });

describe('what is watched may be given', () => {
	it.each([
		['on lines', (a: string, b: string) => ` ${a}\r\n\n\t${b} `],
		['with commas', (a: string, b: string) => `${a},${b}`],
		['as a JSON array', (a: string, b: string) => `[\n "${a}",\n "${b}"\n]`],
		['as the array of an expression', (a: string, b: string) => `={{ ['${a}', '${b}'] }}`],
		['more than once', (a: string, b: string) => `${a}\n${b}\n${a}`],
	])('%s', async (_, list) => {
		const [one, other] = ['key0of0A1', 'key0of0B2'].map((key) => `${server.url}/${key}`);
		const asked = await firstPoll({
			...readiness,
			watch: 'addresses',
			addresses: list(one, other),
		});
		expect(jsons(asked.first.items ?? [])).toMatchObject([{ to: 'ready' }, { to: 'ready' }]);
		const named = await firstPoll({
			...nodeStatus,
			watch: 'chosen',
			ids: list('ND-1-1', 'nd-1-3'),
		});
		expect(jsons(named.first.items ?? [])).toMatchObject([{ id: 'ND-1-1' }, { id: 'ND-1-3' }]);
	});
});

describe('an address that cannot be used', () => {
	it.each([
		['wss://nodes.example.com/key0of0B2', "'Addresses #2' is a WebSocket address"],
		['https://nodes.example.com/***', "'Addresses #2' contains a masked key"],
		['ND-1-1', "'Addresses #2' contains no host"],
	])('such as %s is named by its position', async (address, message) => {
		const addresses = `${server.url}/key0of0A1\n${address}`;
		const { first } = await firstPoll({ ...readiness, watch: 'addresses', addresses });
		expect(first.error?.message).toContain(message);
	});

	it('is named by its field where it is the only one', async () => {
		const { first } = await firstPoll({ ...readiness, watch: 'addresses', addresses: 'wss://x.y' });
		expect(first.error?.message).toContain("'Addresses' is a WebSocket address");
	});
});
