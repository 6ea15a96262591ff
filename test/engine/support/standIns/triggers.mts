import type { INodeExecutionData } from 'n8n-workflow';
import { defineNode } from '../defineNode.mts';

/** Stand-in for Manual Trigger: one empty item. */
export const manualTrigger = defineNode(
	{ displayName: 'Manual Trigger', name: 'manualTrigger', trigger: true },
	{
		async trigger() {
			return {
				manualTriggerFunction: async () => this.emit([this.helpers.returnJsonArray([{}])]),
			};
		},
	},
);

/** Stand-in for Schedule Trigger: fires once, with the real node's main fields (time in UTC). */
export const scheduleTrigger = defineNode(
	{
		displayName: 'Schedule Trigger',
		name: 'scheduleTrigger',
		version: [1, 1.1, 1.2, 1.3],
		trigger: true,
		properties: [
			{
				displayName: 'Trigger Rules',
				name: 'rule',
				type: 'fixedCollection',
				typeOptions: { multipleValues: true },
				default: { interval: [{ field: 'days' }] },
				options: [{ name: 'interval', displayName: 'Trigger Interval', values: [] }],
			},
		],
	},
	{
		async trigger() {
			const now = new Date();
			const timeZone = this.getTimezone();
			const part = (options: Intl.DateTimeFormatOptions) =>
				new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...options }).format(now);
			const item: INodeExecutionData = {
				json: {
					timestamp: now.toISOString(),
					'Day of week': part({ weekday: 'long' }),
					Year: part({ year: 'numeric' }),
					Month: part({ month: 'long' }),
					'Day of month': part({ day: '2-digit' }),
					Hour: part({ hour: '2-digit' }),
					Timezone: timeZone,
				},
			};
			return { manualTriggerFunction: async () => this.emit([[item]]) };
		},
	},
);

/** Stand-in for Form Trigger: passes on the `triggerItems` of the run; it serves no form. */
export const formTrigger = defineNode(
	{
		displayName: 'n8n Form Trigger',
		name: 'formTrigger',
		version: [1, 2, 2.1, 2.2, 2.3, 2.4, 2.5],
		trigger: true,
	},
	{
		async webhook() {
			throw new Error('This stand-in serves no form; give the run triggerItems.');
		},
	},
);

/** Stand-in for Webhook: passes on the `triggerItems` of the run; it listens to nothing. */
export const webhookTrigger = defineNode(
	{
		displayName: 'Webhook',
		name: 'webhook',
		version: [1, 1.1, 2, 2.1],
		trigger: true,
	},
	{
		async webhook() {
			throw new Error('This stand-in listens to nothing; give the run triggerItems.');
		},
	},
);
