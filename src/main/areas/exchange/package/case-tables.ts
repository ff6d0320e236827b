/** The synced tables of a case, in the order in which rows depend on one another. */
import { tableShape } from '../../../db/statements.ts';
import { alertsTable } from '../../../db/tables/alerts.table.ts';
import { evidenceCustodyTable } from '../../../db/tables/custody.table.ts';
import {
  alertChecksTable,
  alertCommentsTable,
  alertWatchersTable,
  investigationCommentsTable,
} from '../../../db/tables/discussion.table.ts';
import { eventAlignmentsTable, promotedEventsTable } from '../../../db/tables/event-times.table.ts';
import { evidenceTable } from '../../../db/tables/evidence.table.ts';
import { intelObjectsTable } from '../../../db/tables/exchange.table.ts';
import {
  forensicSessionsTable,
  indicatorRelationsTable,
  indicatorsTable,
  investigationsTable,
} from '../../../db/tables/forensics.table.ts';
import { incidentPinsTable, incidentRecordsTable } from '../../../db/tables/incidents.table.ts';

type Table = Parameters<typeof tableShape>[0];
type Column = ReturnType<typeof tableShape>['columnsByProperty'][string];

export const CASE_TABLES = {
  forensic_investigations: investigationsTable,
  incident_records: incidentRecordsTable,
  incident_pins: incidentPinsTable,
  alert_comments: alertCommentsTable,
  alert_checks: alertChecksTable,
  alert_watchers: alertWatchersTable,
  evidence: evidenceTable,
  evidence_custody: evidenceCustodyTable,
  forensic_sessions: forensicSessionsTable,
  indicators: indicatorsTable,
  indicator_relations: indicatorRelationsTable,
  investigation_comments: investigationCommentsTable,
  promoted_events: promotedEventsTable,
  event_alignments: eventAlignmentsTable,
  intel_objects: intelObjectsTable,
} as const satisfies Record<string, Table>;
export type CaseTable = keyof typeof CASE_TABLES;
export const CASE_TABLE_NAMES = Object.keys(CASE_TABLES) as CaseTable[];

/** Of one workstation: stamps of writes, places of rows, and what is made of others. */
const NOT_CARRIED = new Set([
  ...['rowVersion', 'fieldVersions', 'deletedAt', 'seq', 'entityTerms'],
  // Who may see it is decided where it is taken over; how the engine came to it stays where it was.
  ...['restrictedTo', 'journal', 'chain'],
]);
/** Made anew where the case is taken over: of rows that say it otherwise, too. */
const MADE_ANEW: readonly Table[] = [evidenceTable, evidenceCustodyTable, indicatorRelationsTable];

export type CarriedRow = Readonly<Record<string, unknown>> & { readonly id: string };

const columnsOf = (table: Table): [string, Column][] =>
  Object.entries(tableShape(table).columnsByProperty).filter(
    ([name]) =>
      !NOT_CARRIED.has(name) && !(name === 'investigationId' && MADE_ANEW.includes(table)),
  );

/** A row as it travels: its properties in the order of the table, bytes as `{"base64"}`. */
export function carriedRow(table: Table, row: Readonly<Record<string, unknown>>): CarriedRow {
  return Object.fromEntries(
    columnsOf(table).map(([name]) => {
      const value = row[name] ?? null;
      return [
        name,
        value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
      ];
    }),
  ) as CarriedRow;
}

const ID = /^[\w.:-]{1,200}$/;

function checkedValue(column: Column, value: unknown): { readonly value: unknown } | null {
  if (value === null) return column.notNull ? null : { value: null };
  switch (column.dataType) {
    case 'string':
      return typeof value === 'string' ? { value } : null;
    case 'number':
      return Number.isSafeInteger(value) ? { value } : null;
    case 'boolean':
      return typeof value === 'boolean' ? { value } : null;
    case 'buffer': {
      const { base64 } = value as { base64?: unknown };
      return typeof base64 === 'string' ? { value: Buffer.from(base64, 'base64') } : null;
    }
    default:
      return { value };
  }
}

/** A row of a package, checked column by column; a word for what is wrong. */
export function parsedRow(
  table: Table,
  value: unknown,
): { readonly row: CarriedRow } | { readonly problem: string } {
  if (typeof value !== 'object' || value === null) return { problem: 'no row' };
  const given = value as Record<string, unknown>;
  const columns = columnsOf(table);
  const row: Record<string, unknown> = {};
  for (const [name, column] of columns) {
    if (!Object.hasOwn(given, name)) return { problem: `column ${name} is missing` };
    const parsed = checkedValue(column, given[name]);
    if (parsed === null) return { problem: `column ${name} is not of its kind` };
    row[name] = parsed.value;
  }
  if (Object.keys(given).length !== columns.length) return { problem: 'a column is not known' };
  return typeof row.id === 'string' && (ID.test(row.id) || table === intelObjectsTable)
    ? { row: row as CarriedRow }
    : { problem: 'its id is none' };
}

export const ALERTS_TABLE = alertsTable;

/** Columns that name accounts. */
const PEOPLE = new Set([
  ...['assignedTo', 'closedBy', 'investigator', 'createdBy', 'collectedBy', 'reviewedBy'],
  ...['author', 'checkedBy', 'promotedBy', 'setBy', 'actor', 'account', 'lockedBy'],
]);

export function peopleIn(row: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(row).flatMap(([name, value]) =>
    PEOPLE.has(name) && typeof value === 'string' ? [value] : [],
  );
}
