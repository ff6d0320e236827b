/** Fields of a query as conditions on a row of `alerts a`. Each is 1 or 0, never null, so that `NOT` means its contrary. */
import { DECISIONS } from '../../../shared/areas/assistant/explanation.ts';
import { severitiesOf, statusesOf } from '../../../shared/areas/views/query-fields.ts';
import {
  networkOf,
  type QueryNode,
  type QueryTerm,
} from '../../../shared/areas/views/query-language.ts';
import type { QueryValue } from '../../../shared/areas/views/query-lexer.ts';
import {
  isAutomatic,
  isNone,
  techniqueOf,
  wallValueOf,
} from '../../../shared/areas/views/query-match.ts';
import type { Bound } from '../../db/database.ts';
import type { Condition } from './alert-filter.store.ts';

export const EVERY_ROW: Condition = { sql: '1', values: [] };

function joined(conditions: readonly Condition[], by: 'AND' | 'OR'): Condition {
  if (conditions.length === 0) return { sql: by === 'AND' ? '1' : '0', values: [] };
  return {
    sql: `(${conditions.map(({ sql }) => sql).join(` ${by} `)})`,
    values: conditions.flatMap(({ values }) => values),
  };
}

/** Null where part of it is words, which no condition can test. */
export function queryCondition(node: QueryNode): Condition | null {
  switch (node.type) {
    case 'word':
      return null;
    case 'term':
      return termCondition(node);
    case 'not': {
      const inner = queryCondition(node.node);
      return inner && { sql: `NOT ${inner.sql}`, values: inner.values };
    }
    default: {
      const parts = node.nodes.map(queryCondition);
      const known = parts.filter((part) => part !== null);
      if (known.length < parts.length) return null;
      return joined(known, node.type === 'and' ? 'AND' : 'OR');
    }
  }
}

const COLUMNS = {
  reason: 'a.reason_code',
  source: 'a.source',
  detector: 'a.detector',
  category: 'a.category',
  host: 'a.source_host',
  user: 'a.source_user',
  dest: 'a.dest_ip',
  assignee: 'a.assigned_to',
  import: 'a.import_id',
  id: 'a.id',
} as const;

function termCondition(term: QueryTerm): Condition | null {
  const words = term.values.map((value) => value.pieces.join('*'));
  switch (term.field) {
    case 'title':
    case 'text':
      return null;
    case 'severity':
      return isOneOf(
        'a.severity',
        words.flatMap((word) => severitiesOf(term.compare, word)),
      );
    case 'status':
      return isOneOf('a.status', words.flatMap(statusesOf));
    case 'verdict':
      return joined(words.map(verdict), 'OR');
    case 'decision':
      return joined(words.map(decision), 'OR');
    case 'escalated':
      return isOneOf(
        'a.escalated',
        words.map((word) => (word === 'yes' ? 1 : 0)),
      );
    case 'acted':
    case 'hour':
    case 'weekday':
    case 'watched':
    case 'mentioned':
      return deskCondition(term.field, term.values);
    case 'suppressed':
      return isOneOf(
        '(a.suppressed_by IS NOT NULL)',
        words.map((word) => (word === 'yes' ? 1 : 0)),
      );
    case 'after':
      return {
        sql: 'a.created_at >= ?',
        values: [Math.min(...words.map((word) => Date.parse(word)))],
      };
    case 'before':
      return {
        sql: 'a.created_at < ?',
        values: [Math.max(...words.map((word) => Date.parse(word)))],
      };
    case 'closed-after':
    case 'closed-before':
    case 'closed-by':
      return closedCondition(term.field, term.values);
    case 'last':
    case 'on':
    case 'due':
    case 'overdue':
      throw new Error('A query is settled before it is asked');
    case 'ip':
      return joined(
        term.values.map((value) => isAddress(['a.source_ip', 'a.dest_ip'], value)),
        'OR',
      );
    case 'dest':
      return joined(
        term.values.map((value) => isAddress(['a.dest_ip'], value)),
        'OR',
      );
    case 'tech':
      return joined(term.values.map(technique), 'OR');
    case 'group':
      return groupsOf(term.values);
    case 'incident':
      return joined(term.values.map(incident), 'OR');
    default: {
      const column = COLUMNS[term.field];
      return joined(
        term.values.map((value) => isValue(column, value)),
        'OR',
      );
    }
  }
}

/** What the desk knows beside the alert's own fields. */
function deskCondition(
  field: 'acted' | 'hour' | 'weekday' | 'watched' | 'mentioned',
  values: readonly QueryValue[],
): Condition {
  const words = values.map((value) => value.pieces.join('*'));
  switch (field) {
    case 'acted':
      return isOneOf(
        "NOT (a.status = 'OPEN' AND a.first_action_at IS NULL)",
        words.map((word) => (word === 'yes' ? 1 : 0)),
      );
    case 'hour':
    case 'weekday':
      return joined(
        words.map((word) => wall(field, word)),
        'OR',
      );
    default: {
      const table = field === 'watched' ? 'alert_watchers' : 'alert_mentions';
      return joined(
        values.map((value) => ofAccount(table, value)),
        'OR',
      );
    }
  }
}

/** Of the moment and the author of the closing that stands. */
function closedCondition(
  field: 'closed-after' | 'closed-before' | 'closed-by',
  values: readonly QueryValue[],
): Condition {
  const moments = values.map((value) => Date.parse(value.pieces.join('*')));
  switch (field) {
    case 'closed-after':
      return { sql: 'coalesce(a.resolved_at >= ?, 0)', values: [Math.min(...moments)] };
    case 'closed-before':
      return { sql: 'coalesce(a.resolved_at < ?, 0)', values: [Math.max(...moments)] };
    default:
      return joined(
        values.map((value) =>
          isAutomatic(field, value)
            ? { sql: '(a.auto_closed_at IS NOT NULL AND a.overturned_at IS NULL)', values: [] }
            : isValue('a.closed_by', value),
        ),
        'OR',
      );
  }
}

function wall(field: 'hour' | 'weekday', word: string): Condition {
  const { value, zone } = wallValueOf(field, word);
  return { sql: `wall_${field}(a.created_at, ?) = ?`, values: [zone, value] };
}

const PEOPLE = {
  alert_watchers: 'SELECT 1 FROM alert_watchers p WHERE p.alert_id = a.id AND p.deleted_at IS NULL',
  alert_mentions: 'SELECT 1 FROM alert_mentions p WHERE p.alert_id = a.id',
} as const;

/** `none`: of nobody; `*`: of anybody; else an account. */
function ofAccount(table: keyof typeof PEOPLE, value: QueryValue): Condition {
  if (isNone(value)) return { sql: `NOT EXISTS (${PEOPLE[table]})`, values: [] };
  if (value.pieces.length > 1) return { sql: `EXISTS (${PEOPLE[table]})`, values: [] };
  return {
    sql: `EXISTS (${PEOPLE[table]} AND p.account = ?)`,
    values: [value.pieces[0] ?? ''],
  };
}

function isOneOf(expression: string, values: readonly Bound[]): Condition {
  if (values.length === 0) return { sql: '0', values: [] };
  return { sql: `${expression} IN (${values.map(() => '?').join(', ')})`, values };
}

function verdict(word: string): Condition {
  if (word === 'none') return { sql: 'a.verdict IS NULL', values: [] };
  return { sql: '(a.verdict IS NOT NULL AND a.verdict = ?)', values: [word.toUpperCase()] };
}

/** By the engine's table (engine_decisions), which numbers decisions in this order. */
function decision(word: string): Condition {
  const of = 'SELECT 1 FROM engine_decisions e WHERE e.alert_seq = a.seq';
  if (word === 'none') return { sql: `NOT EXISTS (${of})`, values: [] };
  const place = (DECISIONS as readonly string[]).indexOf(word);
  return { sql: `EXISTS (${of} AND e.decision = ?)`, values: [place] };
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}

/** `= ?` or `LIKE ?`, in either case of A to Z. */
function comparison(pieces: readonly string[]): { readonly sql: string; readonly value: string } {
  if (pieces.length === 1) return { sql: '= ? COLLATE NOCASE', value: pieces[0] ?? '' };
  return { sql: "LIKE ? ESCAPE '\\'", value: pieces.map(escaped).join('%') };
}

function isValue(column: string, value: QueryValue): Condition {
  if (isNone(value)) return { sql: `${column} IS NULL`, values: [] };
  const { sql, value: bound } = comparison(value.pieces);
  return { sql: `(${column} IS NOT NULL AND ${column} ${sql})`, values: [bound] };
}

function isAddress(columns: readonly string[], value: QueryValue): Condition {
  const [typed = ''] = value.pieces;
  if (isNone(value))
    return joined(
      columns.map((column) => isValue(column, value)),
      'AND',
    );
  const isNetwork = value.pieces.length === 1 && networkOf(typed) !== null;
  return joined(
    columns.map((column) =>
      isNetwork ? { sql: `in_network(${column}, ?)`, values: [typed] } : isValue(column, value),
    ),
    'OR',
  );
}

/** One of ATT&CK means itself and its sub-techniques, as the index has them; what else a file wrote is a text. */
function technique(value: QueryValue): Condition {
  if (isNone(value)) return { sql: "a.techniques = '[]'", values: [] };
  const known = techniqueOf(value);
  const { sql, value: bound } = comparison(value.pieces);
  const test = known ? 't.value = ? OR t.value GLOB ?' : `t.value ${sql}`;
  return {
    sql: `(a.techniques <> '[]' AND EXISTS (SELECT 1 FROM json_each(a.techniques) t WHERE ${test}))`,
    values: known ? [known, `${known}.[0-9][0-9][0-9]`] : [bound],
  };
}

/** A key is 16 bytes in hex; anything else is nobody's. */
export function groupKey(text: string): Uint8Array {
  return /^(?:[\da-f]{2}){1,32}$/i.test(text) ? Buffer.from(text, 'hex') : new Uint8Array();
}

function groupsOf(values: readonly QueryValue[]): Condition {
  const member = 'SELECT 1 FROM group_members m WHERE m.alert_seq = a.seq';
  const named = values.filter((value) => !isNone(value));
  // In one list: as many conditions as there may be keys would be too deep for SQLite.
  const keys = named.map((value) => Buffer.from(groupKey(value.pieces.join('*'))).toString('hex'));
  const ofNamed: Condition = {
    sql: `EXISTS (SELECT 1 FROM group_members m CROSS JOIN alert_groups g ON g.id = m.group_id
      WHERE m.alert_seq = a.seq AND g.key IN (SELECT unhex(value) FROM json_each(?)))`,
    values: [JSON.stringify(keys)],
  };
  const ofNone: Condition = { sql: `NOT EXISTS (${member})`, values: [] };
  return joined(
    [...(named.length > 0 ? [ofNamed] : []), ...(named.length < values.length ? [ofNone] : [])],
    'OR',
  );
}

/** So often merged into what was merged is followed. */
const MAX_HOPS = 20;

/**
 * The incident of a key, as `findIncident` of its own area does: by its present key, by that of any of its groups,
 * or by that of what was merged into it; so that a kept query leads to it whatever was linked or merged since.
 */
export const INCIDENT_OF_KEY = `(WITH RECURSIVE hop (key, n) AS (
    SELECT ?, 0 UNION ALL
    SELECT r.merged_into, hop.n + 1 FROM hop CROSS JOIN incident_records r ON r.id = hop.key
    WHERE r.merged_into IS NOT NULL AND r.deleted_at IS NULL AND hop.n < ${MAX_HOPS})
  SELECT id FROM (
    SELECT i.id, hop.n * 2 AS place FROM hop CROSS JOIN incidents i ON i.key = hop.key UNION ALL
    SELECT g.incident_id, hop.n * 2 + 1 FROM hop CROSS JOIN alert_groups g ON g.key = unhex(hop.key)
    WHERE g.incident_id IS NOT NULL)
  ORDER BY place LIMIT 1)`;

function incident(value: QueryValue): Condition {
  const of = `FROM group_members m CROSS JOIN alert_groups g ON g.id = m.group_id
      WHERE m.alert_seq = a.seq AND g.incident_id`;
  if (isNone(value)) return { sql: `NOT EXISTS (SELECT 1 ${of} IS NOT NULL)`, values: [] };
  return {
    sql: `EXISTS (SELECT 1 ${of} = ${INCIDENT_OF_KEY})`,
    values: [value.pieces.join('*')],
  };
}
