import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import { limitOf } from '../contract/contract.mts';
import { readBody, type BodyCheck } from '../http/body.mts';
import { coreError } from '../http/errors.mts';
import { filtered, findRecord, pageOf, queryOf } from '../http/listing.mts';
import { isoTime, type AccessRuleRecord, type JsonObject } from '../records.mts';
import type { Store } from '../state.mts';

type OfNode = FastifyRequest<{ Params: { node: string; id: string } }>;

const types = ['ip', 'origin'] as const;
const statuses = ['activated', 'deactivated'] as const;
const longestValue = limitOf('rules.length');

/** Who calls a node endpoint. */
export interface Caller {
	/** IP address. */
	address: string;
	/** The header Origin, if the caller sends one. */
	origin?: string;
}

/**
 * Whether the rules of a node that are in force admit a caller: of each type that has any, one has to
 * match. A change is in force some seconds later.
 */
export function admits(store: Store, nodeId: string, caller: Caller): boolean {
	const known = store.now() - store.settings.accessRuleMs;
	const inForce = store.activatedRules.findLast(({ since }) => since <= known)?.rules ?? [];
	return types.every((type) => {
		const rules = inForce.filter((rule) => rule.nodeId === nodeId && rule.type === type);
		return rules.length === 0 || rules.some(({ value }) => matches[type](value, caller));
	});
}

const matches: Record<AccessRuleRecord['type'], (value: string, caller: Caller) => boolean> = {
	ip: (value, { address }) => canonical(value) === canonical(address),
	origin: (value, { origin }) => {
		if (origin === undefined || !URL.canParse(origin)) return false;
		const { hostname } = new URL(origin);
		const host = value.toLowerCase().replace(/^\*\./, '');
		if (value === '*' || hostname === host) return true;
		return value.startsWith('*.') && hostname.endsWith(`.${host}`);
	},
};

function canonical(address: string): string {
	return address.includes(':') ? new URL(`http://[${address}]`).hostname : address;
}

/** From which addresses and origins a node may be called. */
export function accessRuleRoutes(app: FastifyInstance, store: Store): void {
	const path = '/v2/nodes/:node/access-rules/';
	const rulesOf = ({ params }: OfNode): AccessRuleRecord[] => {
		const { id } = findRecord(store.nodes, params.node);
		return [...store.accessRules.values()].filter(({ nodeId }) => nodeId === id);
	};
	const find = (request: OfNode): AccessRuleRecord => {
		const rule = rulesOf(request).find(({ id }) => id === request.params.id);
		if (rule === undefined) throw coreError(404);
		return rule;
	};
	const noteActivated = (): void => {
		const rules = [...store.accessRules.values()].filter(({ status }) => status === 'activated');
		store.activatedRules.push({ since: store.now(), rules });
	};
	const save = (rule: AccessRuleRecord): JsonObject => {
		store.accessRules.set(rule.id, rule);
		noteActivated();
		return ruleView(rule);
	};
	const change = (rule: AccessRuleRecord, changes: Partial<AccessRuleRecord>): JsonObject =>
		save({ ...rule, ...changes, updatedAt: store.now() });

	app.get(path, (request: OfNode) => {
		const found = filtered(rulesOf(request), queryOf(request), ruleView);
		return pageOf(request, found, store.settings.pageSize, ruleView);
	});

	app.post(path, (request: OfNode) => {
		const { id: nodeId } = findRecord(store.nodes, request.params.node);
		const input = readBody(request, (check) => {
			const type = check.choice('type', types) as AccessRuleRecord['type'];
			const value = check.text('value') ?? '';
			checkValue(check, type, value);
			return { type, value };
		});
		const id = store.ids.next('NAR');
		const createdAt = store.now();
		const times = { createdAt, updatedAt: createdAt };
		return save({ id, nodeId, ...input, status: 'deactivated', ...times });
	});

	app.post(`${path}bulk-update-status/`, (request: OfNode) => {
		const rules = rulesOf(request);
		const status = readBody(request, (check) => check.choice('status', statuses));
		return rules.map((rule) => change(rule, { status }));
	});

	app.get(`${path}:id/`, (request: OfNode) => ruleView(find(request)));

	app.patch(`${path}:id/`, (request: OfNode) => {
		const rule = find(request);
		const { value, status } = readBody(request, (check) => {
			const value = check.optional('value');
			const status = check.choice('status', statuses, { required: false });
			if (value !== undefined) checkValue(check, rule.type, value);
			return { value, status };
		});
		return change(rule, { ...(value && { value }), ...(status && { status }) });
	});

	app.delete(`${path}:id/`, (request: OfNode, reply) => {
		store.accessRules.delete(find(request).id);
		noteActivated();
		return reply.send();
	});
}

function checkValue(check: BodyCheck, type: AccessRuleRecord['type'], value: string): void {
	if (value.length > longestValue) {
		check.refuse('value', `Ensure this field has no more than ${longestValue} characters.`);
	}
	const isHost = value === '*' || /^(\*\.)?[a-z\d-]+(\.[a-z\d-]+)*$/i.test(value);
	if (type === 'ip' && isIP(value) === 0) {
		check.refuse('value', 'Enter a valid IPv4 or IPv6 address.');
	}
	if (type === 'origin' && !isHost) check.refuse('value', 'Enter a valid origin.');
}

function ruleView({ id, nodeId, type, value, status, ...rule }: AccessRuleRecord): JsonObject {
	return {
		id,
		node_id: nodeId,
		type,
		value,
		status,
		created_at: isoTime(rule.createdAt),
		updated_at: isoTime(rule.updatedAt),
	};
}
