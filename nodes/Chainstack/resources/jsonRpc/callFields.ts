import { PARAMS_NAME } from '../../../shared/endpoints/familyCall';
import { field } from '../../../shared/values/field';

/** The arguments of the method. */
export const PARAMS = field('json', PARAMS_NAME, 'params', {
	// Not empty: n8n's editor marks an empty JSON text as a mistake, and shows no placeholder in it.
	default: '[]',
	traits: { holdsList: true },
	hint: 'Such as ["0xd8dA…6045", "latest"]; [] for methods without parameters',
	placeholder: 'e.g. ["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", "latest"]',
	builderHint: {
		propertyHint:
			'The text of a JSON array, such as ["0x…", "latest"]; with values of the item, expr(\'{{ JSON.stringify([$json.address, "latest"]) }}\'). Numbers of EVM methods are hexadecimal texts, such as "0x10".',
	},
	description:
		'Parameters of the method as a JSON array, or as an object for chains whose methods take them by name, such as NEAR and Stellar',
});

/** The form of numbers in the result. */
export const CONVERT_HEX = field('boolean', 'Convert Hex to Decimal', 'convertHex', {
	description:
		'Whether to convert the quantities that the Ethereum specification lists for the method, such as balances and block numbers, to exact decimal texts. Everything else stays as it is, such as hashes, addresses and data.',
});

/** The option for a result in the unit that people use. */
export const DECIMALS = field('number', 'Decimals', 'decimals', {
	typeOptions: { minValue: 0, maxValue: 36, numberPrecision: 0 },
	default: 18,
	description:
		'Returns the result in units with this many decimal places, as an exact text: with 18, the balance 0x14d1120d7b160000 is 1.5. Only for results that are one quantity, and for eth_call where it returns one word of 32 bytes.',
});
