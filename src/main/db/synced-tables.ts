/** Every synced table by its name: what one door per table cannot know, sync and its tests can. */
import { is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type TableShape, tableShape } from './statements.ts';
import * as alerts from './tables/alerts.table.ts';
import * as auditReports from './tables/audit-reports.table.ts';
import * as auditWork from './tables/audit-work.table.ts';
import * as audits from './tables/audits.table.ts';
import * as auth from './tables/auth.table.ts';
import * as automation from './tables/automation.table.ts';
import * as challenges from './tables/challenges.table.ts';
import * as collection from './tables/collection.table.ts';
import * as compliance from './tables/compliance.table.ts';
import * as controlTests from './tables/control-tests.table.ts';
import * as crosswalks from './tables/crosswalks.table.ts';
import * as custody from './tables/custody.table.ts';
import * as discussion from './tables/discussion.table.ts';
import * as entities from './tables/entities.table.ts';
import * as eventTimes from './tables/event-times.table.ts';
import * as evidence from './tables/evidence.table.ts';
import * as exchange from './tables/exchange.table.ts';
import * as findings from './tables/findings.table.ts';
import * as forensics from './tables/forensics.table.ts';
import * as groups from './tables/groups.table.ts';
import * as handovers from './tables/handovers.table.ts';
import * as incidents from './tables/incidents.table.ts';
import * as integrations from './tables/integrations.table.ts';
import * as policies from './tables/policies.table.ts';
import * as policyTexts from './tables/policy-texts.table.ts';
import * as risk from './tables/risk.table.ts';
import * as riskQuantities from './tables/risk-quantities.table.ts';
import * as rules from './tables/rules.table.ts';
import * as scores from './tables/scores.table.ts';
import * as settings from './tables/settings.table.ts';
import * as suppression from './tables/suppression.table.ts';
import * as vendorAssessments from './tables/vendor-assessments.table.ts';
import * as vendors from './tables/vendors.table.ts';
import * as views from './tables/views.table.ts';

const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  alerts,
  auditReports,
  auditWork,
  audits,
  auth,
  automation,
  challenges,
  collection,
  compliance,
  controlTests,
  crosswalks,
  custody,
  discussion,
  entities,
  eventTimes,
  evidence,
  exchange,
  findings,
  forensics,
  groups,
  handovers,
  incidents,
  integrations,
  policies,
  policyTexts,
  riskQuantities,
  risk,
  rules,
  scores,
  settings,
  suppression,
  vendorAssessments,
  vendors,
  views,
];

export type ColumnKind = 'integer' | 'boolean' | 'real' | 'text' | 'json' | 'bytes';

export interface SyncedColumn {
  readonly name: string;
  readonly property: string;
  readonly kind: ColumnKind;
  /** A value of the database as the program knows it. */
  read(value: unknown): unknown;
}

export interface SyncedShape extends TableShape {
  readonly table: SQLiteTable;
  readonly columns: readonly SyncedColumn[];
  readonly columnOf: ReadonlyMap<string, SyncedColumn>;
}

export type SyncedShapes = ReadonlyMap<string, SyncedShape>;

const KINDS: Readonly<Record<string, ColumnKind>> = {
  SQLiteInteger: 'integer',
  SQLiteBoolean: 'boolean',
  SQLiteReal: 'real',
  SQLiteText: 'text',
  SQLiteTextJson: 'json',
  SQLiteBlobBuffer: 'bytes',
};

export function syncedTables(): SyncedShapes {
  const found = new Map<string, SyncedShape>();
  for (const module of MODULES)
    for (const table of Object.values(module)) {
      if (!is(table, SQLiteTable)) continue;
      const shape = tableShape(table);
      if (shape.columnsByProperty.rowVersion) found.set(shape.name, shapeOf(table, shape));
    }
  return found;
}

function shapeOf(table: SQLiteTable, shape: TableShape): SyncedShape {
  const columns = Object.entries(shape.columnsByProperty).map(
    ([property, column]): SyncedColumn => {
      const kind = KINDS[column.columnType];
      if (!kind) throw new Error(`${shape.name}.${column.name} is of no kind that is synced`);
      return {
        ...{ name: column.name, property, kind },
        read: (value) =>
          value === null || value === undefined ? null : column.mapFromDriverValue(value),
      };
    },
  );
  return { ...shape, table, columns, columnOf: new Map(columns.map((c) => [c.name, c])) };
}
