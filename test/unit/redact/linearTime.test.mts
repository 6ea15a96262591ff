import { describe, expect, it } from 'vitest';

import { SecretMask } from '../../../nodes/shared/redact/secretMask';
import { measureProcessorMs } from '../fixtures/processorTime.mts';

describe('SecretMask', () => {
	it.each(['a'.repeat(1_000_000), 'k/ey=2\n'.repeat(100_000)])(
		'takes at most linear time, whatever the text',
		(text) => {
			const mask = new SecretMask(`${'a'.repeat(199)}b`, 'k/ey=2', '%25%25%25%');
			const timeOf = (length: number): number => {
				const spentMs = measureProcessorMs();
				mask.text(text.slice(0, length));
				return spentMs();
			};
			timeOf(text.length / 8);
			const eighth = timeOf(text.length / 8);
			const whole = timeOf(text.length);
			expect(whole).toBeLessThan(30 * eighth + 500);
		},
	);
});
