import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isIP } from 'node:net';
import { isoTime } from '../clock.mts';
import type { SandboxContext } from '../context.mts';
import { BodyCheck, jsonBody } from '../http/body.mts';
import { coreError } from '../http/errors.mts';
import { filtered, pageOf, queryOf } from '../http/listing.mts';
import type { AccessRuleRecord, JsonObject } from '../records.mts';
import type { Store } from '../state.mts';
import { findNode } from './nodes.mts';

type OfNode = FastifyRequest<{ Params: { node: string } }>;
type WithId = FastifyRequest<{ Params: { node: string; id: string } }>;
type Status = AccessRuleRecord['status'];

const types = ['ip', 'origin'];
const statuses = ['activated', 'deactivated'];
const longestValue = 65;

/** From which addresses and origins a node may be called. */
export function accessRuleRoutes(app: FastifyInstance, { store, pageSize }: SandboxContext): void {
	const path = '/v2/nodes/:node/access-rules/';

	app.get(path, (request: OfNode) => {
		const { id } = findNode(store, request.params.node);
		const found = filtered(store.accessRules.ofNode(id), queryOf(request), {
			type: (rule) => rule.type,
			status: (rule) => rule.status,
		});
		return pageOf(request, found.map(ruleView), pageSize);
	});

	app.post(path, (request: OfNode, reply) => {
		const { id: nodeId } = findNode(store, request.params.node);
		const check = new BodyCheck(jsonBody(request));
		const type = check.choice('type', types) as AccessRuleRecord['type'];
		const value = check.text('value') ?? '';
		checkValue(check, type, value);
		check.finish();
		const now = store.clock.now();
		const id = store.ids.next('NAR');
		const times = { createdAt: now, updatedAt: now };
		const rule: AccessRuleRecord = { id, nodeId, type, value, status: 'deactivated', ...times };
		store.accessRules.save(rule);
		return reply.code(201).send(ruleView(rule));
	});

	app.post(`${path}bulk-update-status/`, (request: OfNode) => {
		const { id } = findNode(store, request.params.node);
		const check = new BodyCheck(jsonBody(request));
		const status = check.choice('status', statuses) as Status;
		check.finish();
		for (const rule of store.accessRules.ofNode(id)) change(store, rule, { status });
		return store.accessRules.ofNode(id).map(ruleView);
	});

	app.get(`${path}:id/`, (request: WithId) => ruleView(findRule(store, request)));

	app.patch(`${path}:id/`, (request: WithId) => {
		const rule = findRule(store, request);
		const check = new BodyCheck(jsonBody(request));
		const value = check.text('value', { required: false });
		const status = check.choice('status', statuses, { required: false }) as Status | undefined;
		if (value !== undefined) checkValue(check, rule.type, value);
		check.finish();
		return ruleView(change(store, rule, { ...(value && { value }), ...(status && { status }) }));
	});

	app.delete(`${path}:id/`, (request: WithId, reply) => {
		store.accessRules.delete(findRule(store, request));
		return reply.code(204).send();
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

function change(
	store: Store,
	rule: AccessRuleRecord,
	changes: Partial<AccessRuleRecord>,
): AccessRuleRecord {
	const changed = { ...rule, ...changes, updatedAt: store.clock.now() };
	store.accessRules.save(changed);
	return changed;
}

/** @throws HttpError 404 when the node has no such rule */
function findRule(store: Store, { params }: WithId): AccessRuleRecord {
	const { id } = findNode(store, params.node);
	const rule = store.accessRules.ofNode(id).find((each) => each.id === params.id);
	if (rule === undefined) throw coreError(404);
	return rule;
}

function ruleView(rule: AccessRuleRecord): JsonObject {
	return {
		id: rule.id,
		node_id: rule.nodeId,
		type: rule.type,
		value: rule.value,
		status: rule.status,
		created_at: isoTime(rule.createdAt),
		updated_at: isoTime(rule.updatedAt),
	};
}
