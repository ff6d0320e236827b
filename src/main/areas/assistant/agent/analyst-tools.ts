/**
 * What a model may look at. Read-only by construction: nothing here can reach the write door.
 * Defences: a tool takes only entities and evidence ids of the case; arguments are parsed and bounded;
 * rows are bounded; who asks must hold the permission; a wrong request is answered in words.
 */
import { z } from 'zod';
import type { AttackTechnique } from '../../../../shared/areas/assistant/attack-table.types.ts';
import type { Permission } from '../../../../shared/contract/permissions.ts';
import type { Database, ReadDb } from '../../../db/database.ts';
import { ENTITY_KINDS, type EntityKind, entitiesOf } from '../../../db/groups/entities.ts';
import type { AnalystTools, KnownCase, ToolAnswer, ToolRecord } from './agent.deps.ts';
import {
  type AlertRow,
  alertById,
  alertsBeside,
  alertsOfEntity,
  closedLike,
  controlsCalled,
  entityFacts,
} from './agent-tools.store.ts';

export interface AnalystToolsPorts {
  readonly db: Database;
  /** ATT&CK: name and tactics of a technique, and the ids of controls that mitigate it. */
  readonly techniques: {
    find(db: ReadDb, id: string): AttackTechnique | null;
    controlsOf(id: string): readonly string[];
  };
  /** The raw record of an alert as text; null where there is none. */
  readonly rawRecord: (db: ReadDb, seq: number) => string | null;
  /** Of whoever asks: a tool they may not use answers so. */
  readonly may: (permission: Permission) => boolean;
}

/** Thrown within a tool: the words go back to the model. */
class WrongRequest extends Error {}

const ROWS_MAX = 40;
const SIMILAR_MAX = 10;
const RAW_MAX = 20_000;

const limit = z.int().min(1).max(ROWS_MAX).optional().describe('At most so many rows');
const entity = z.string().max(300).describe('An entity of the case, kind:value, e.g. host:web-01');
const evidence = z.string().max(40).describe('An evidence id of this case that is an alert');
const time = z.iso.datetime({ offset: true }).optional();
const technique = z
  .string()
  .regex(/^T\d{4}(?:\.\d{3})?$/)
  .describe('An ATT&CK id, e.g. T1021.001');

interface Context {
  readonly db: ReadDb;
  readonly known: KnownCase;
  readonly ports: AnalystToolsPorts;
}

interface Tool<S extends z.ZodType = z.ZodType> {
  readonly needs: Permission;
  readonly description: string;
  readonly args: S;
  readonly run: (args: z.infer<S>, context: Context) => ToolAnswer;
}

const tool = <S extends z.ZodType>(definition: Tool<S>): Tool => definition as unknown as Tool;

const TOOLS: Readonly<Record<string, Tool>> = {
  get_alert: tool({
    needs: 'alerts.read',
    description: 'One alert of the case with its full text and the raw record of its source.',
    args: z.strictObject({ evidence }),
    run({ evidence: id }, context) {
      const alert = alertOf(id, context);
      const raw = context.ports.rawRecord(context.db, alert.seq)?.slice(0, RAW_MAX);
      const record = toRecord(alert);
      return answer('The alert:', [
        raw ? { ...record, fields: { ...record.fields, raw_record: raw } } : record,
      ]);
    },
  }),
  list_related: tool({
    needs: 'alerts.read',
    description: 'Alerts of the same incident or group as an alert of the case, newest first.',
    args: z.strictObject({ evidence, limit }),
    run({ evidence: id, limit: rows = ROWS_MAX }, context) {
      const alert = alertOf(id, context);
      return listed(alertsBeside(context.db, alert.seq, rows), 'related alerts');
    },
  }),
  search_events: tool({
    needs: 'alerts.read',
    description:
      'Alerts that name an entity of the case, newest first, within a period and holding a text where given.',
    args: z.strictObject({
      entity,
      text: z.string().max(200).optional(),
      since: time,
      until: time,
      limit,
    }),
    run({ entity: name, text, since, until, limit: rows = ROWS_MAX }, context) {
      const { kind, value } = entityOf(name, context);
      const sought = text?.trim().toLowerCase() ?? '';
      const holds = ({ title, description }: AlertRow) =>
        `${title}\n${description}`.toLowerCase().includes(sought);
      const period = { since: toMs(since), until: toMs(until) };
      return listed(alertsOfEntity(context.db, kind, value, period, holds, rows), 'alerts');
    },
  }),
  entity_profile: tool({
    needs: 'alerts.read',
    description: 'How often an entity of the case was seen, since when, and how people marked it.',
    args: z.strictObject({ entity }),
    run({ entity: name }, context) {
      const { kind, value } = entityOf(name, context);
      const facts = entityFacts(context.db, kind, value);
      if (!facts) return answer('No alert of the workspace names it.', []);
      const fields = {
        entity: name,
        alerts: String(facts.alerts),
        groups: String(facts.groups),
        first_seen: new Date(facts.first_seen).toISOString(),
        last_seen: new Date(facts.last_seen).toISOString(),
        criticality: facts.criticality,
        indicators: String(facts.indicators),
        ...(facts.reason ? { reason: facts.reason } : {}),
      };
      const ref = { kind: 'entity' as const, id: name };
      return answer('Its profile:', [{ ref, at: facts.last_seen, fields, entities: [] }]);
    },
  }),
  similar_cases: tool({
    needs: 'alerts.read',
    description:
      'Closed alerts with the same title and source as an alert of the case, and how they were closed.',
    args: z.strictObject({ evidence }),
    run({ evidence: id }, context) {
      const rows = closedLike(context.db, alertOf(id, context), SIMILAR_MAX);
      return listed(rows, 'closed alerts like it');
    },
  }),
  technique_lookup: tool({
    needs: 'alerts.read',
    description: 'What an ATT&CK technique is called, which tactics it serves, what mitigates it.',
    args: z.strictObject({ technique }),
    run({ technique: id }, { db, ports }) {
      const found = ports.techniques.find(db, id);
      if (!found) return answer('The table has no such technique.', []);
      const fields = {
        ...{ technique: id, name: found.fullName },
        tactics: found.tactics.map(({ name }) => name).join(', '),
        mitigations: found.mitigations?.map((one) => `${one.id} ${one.name}`).join(', ') ?? '',
        ...(found.retired?.by ? { replaced_by: found.retired.by } : {}),
      };
      return answer('The technique:', [
        { ref: { kind: 'technique', id }, at: null, fields, entities: [] },
      ]);
    },
  }),
  control_lookup: tool({
    needs: 'compliance.read',
    description: 'Controls of the workspace that mitigate an ATT&CK technique, with their state.',
    args: z.strictObject({ technique }),
    run({ technique: id }, { db, ports }) {
      const rows = controlsCalled(db, ports.techniques.controlsOf(id), ROWS_MAX);
      const records = rows.map(
        ({ id: control, ref, title, framework, status, last_assessment }) => ({
          ref: { kind: 'control' as const, id: control },
          at: last_assessment,
          fields: { control: ref, title, framework, status, mitigates: id },
          entities: [],
        }),
      );
      return answer(
        records.length === 0 ? 'No control of the workspace is known to.' : 'The controls:',
        records,
      );
    },
  }),
};

export function createAnalystTools(ports: AnalystToolsPorts): AnalystTools {
  const definitions = Object.entries(TOOLS)
    .filter(([, { needs }]) => ports.may(needs))
    .map(([name, { description, args }]) => ({
      ...{ name, description },
      parameters: z.toJSONSchema(args, { io: 'input' }) as Record<string, unknown>,
    }));
  return {
    definitions,
    call(name, args, known) {
      const found = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
      if (!found) return answer('There is no such tool.', []);
      if (!ports.may(found.needs)) return answer('Whoever asks may not see that.', []);
      const parsed = found.args.safeParse(asJson(args));
      if (!parsed.success) return answer(wrongWords(parsed.error), []);
      try {
        return ports.db.read(`agent.${name}`, (db) => found.run(parsed.data, { db, known, ports }));
      } catch (error) {
        if (error instanceof WrongRequest) return answer(error.message, []);
        return answer('That could not be read.', []);
      }
    },
  };
}

const answer = (note: string, records: readonly ToolRecord[]): ToolAnswer => ({ note, records });

const listed = (rows: readonly AlertRow[], what: string): ToolAnswer =>
  answer(rows.length === 0 ? `There are no ${what}.` : `${rows.length} ${what}:`, rows.map(toRow));

function asJson(args: string): unknown {
  try {
    return JSON.parse(args === '' ? '{}' : args);
  } catch {
    return undefined;
  }
}

/** Our words and names of arguments only: what the model wrote is not said back. */
function wrongWords({ issues }: z.ZodError): string {
  const paths = issues.slice(0, 5).map(({ path }) => path.join('.') || 'the whole');
  return `The arguments do not fit: ${[...new Set(paths)].join(', ')}. Send a JSON object as the tool describes it.`;
}

function entityOf(name: string, { known }: Context): { kind: EntityKind; value: string } {
  if (!known.hasEntity(name))
    throw new WrongRequest('That entity is not in the case. Ask only about entities of the case.');
  const at = name.indexOf(':');
  const kind = ENTITY_KINDS.find((one) => one === name.slice(0, at));
  if (!kind) throw new WrongRequest('There is no such kind of entity.');
  return { kind, value: name.slice(at + 1) };
}

function alertOf(evidenceId: string, { db, known }: Context): AlertRow {
  const ref = known.refOf(evidenceId);
  if (!ref) throw new WrongRequest('That evidence id is not of this case.');
  if (ref.kind !== 'alert') throw new WrongRequest('That evidence is not an alert.');
  const alert = alertById(db, ref.id);
  if (!alert) throw new WrongRequest('That alert is no longer there.');
  return alert;
}

const toMs = (text: string | undefined): number | null =>
  text === undefined ? null : Date.parse(text);

const ROW_FIELDS = /^(?:title|severity|status|verdict|host|user|source_ip|dest_ip|techniques)$/;

/** One of many: what tells it from the others. */
function toRow(alert: AlertRow): ToolRecord {
  const record = toRecord(alert);
  const fields = Object.entries(record.fields).filter(([name]) => ROW_FIELDS.test(name));
  return { ...record, fields: Object.fromEntries(fields) };
}

/** Fields as the desk calls them, without what is empty; what people wrote at closing goes along. */
function toRecord(alert: AlertRow): ToolRecord {
  const fields: Record<string, string | null> = {
    title: alert.title,
    severity: alert.severity,
    status: alert.status,
    verdict: alert.verdict,
    source: alert.source,
    detector: alert.detector,
    category: alert.category,
    host: alert.sourceHost,
    user: alert.sourceUser,
    source_ip: alert.sourceIp,
    dest_ip: alert.destIp,
    techniques: alert.techniques.join(', '),
    description: alert.description,
  };
  const given = Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return {
    ref: { kind: 'alert', id: alert.id },
    at: alert.createdAt,
    fields: Object.fromEntries(given) as Record<string, string>,
    entities: entitiesOf(alert).map(({ kind, value }) => `${kind}:${value}`),
  };
}
