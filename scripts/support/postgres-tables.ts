/** The SQL of the server's tables: one ordinary table an entity, and one view for reports. */
import type { SyncedTableShape } from './synced-tables.ts';

const MADE = '-- Made by scripts/postgres-schema.ts from the migrations of SQLite.';

/** Tables that came after the first version of the server, and the migration that brings them. */
export const LATER_TABLES: Readonly<Record<string, string>> = {
  daily_snapshots: '0015_snapshots.sql',
  framework_snapshots: '0015_snapshots.sql',
};

const isOfFirst = ({ name }: SyncedTableShape) => LATER_TABLES[name] === undefined;

/** What a later migration holds of one table: the table and its view. */
export const laterTableSql = (table: SyncedTableShape): string =>
  `${tableSql(table)}\n${viewSql(table)}`;

export function appTablesSql(tables: readonly SyncedTableShape[]): string {
  const head = `${MADE}
-- One table an entity. \`workspace_id\` comes first in every key. \`row_version\` is the stamp of the
-- row, \`field_versions\` has the later stamps of single columns; \`seq\` is the place of the row's last
-- change in the order of commits, \`sent_by\` the number of the node that sent it, \`bytes\` its size.
`;
  return `${head}\n${tables.filter(isOfFirst).map(tableSql).join('\n')}`;
}

function tableSql({ name, columns, natural }: SyncedTableShape): string {
  const lines = [
    'workspace_id text COLLATE "C" NOT NULL',
    'id text COLLATE "C" NOT NULL',
    ...columns.map((column) => {
      const fallback = column.fallback === null ? '' : ` DEFAULT ${column.fallback}`;
      return `${column.name} ${column.type}${column.isRequired ? ' NOT NULL' : ''}${fallback}`;
    }),
    'row_version text COLLATE "C" NOT NULL',
    'field_versions jsonb',
    'seq bigint NOT NULL',
    'sent_by integer NOT NULL',
    'bytes integer NOT NULL',
    'PRIMARY KEY (workspace_id, id)',
  ];
  const statements = [
    `CREATE TABLE app.${name} (\n  ${lines.join(',\n  ')}\n);`,
    `CREATE INDEX ${name}_seq ON app.${name} (workspace_id, seq);`,
  ];
  if (natural) {
    const where = natural.where === null ? '' : ` WHERE ${natural.where}`;
    const keys = natural.columns.join(', ');
    statements.push(`CREATE INDEX ${name}_natural ON app.${name} (workspace_id, ${keys})${where};`);
  }
  if (columns.some((column) => column.name === 'investigation_id')) {
    statements.push(
      `CREATE INDEX ${name}_investigation ON app.${name} (workspace_id, investigation_id) WHERE investigation_id IS NOT NULL;`,
    );
  }
  statements.push(catalogueSql({ name, columns, natural }));
  return `${statements.join('\n')}\n`;
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
const list = (texts: readonly string[]) => literal(`{${texts.join(',')}}`);

function catalogueSql({ name, columns, natural }: SyncedTableShape): string {
  const hasInvestigation = columns.some((column) => column.name === 'investigation_id');
  const investigation =
    name === 'forensic_investigations' ? "'id'" : hasInvestigation ? "'investigation_id'" : 'NULL';
  const values = [
    literal(name),
    list(columns.map((column) => column.name)),
    list(columns.map((column) => column.type)),
    natural ? list(natural.columns) : 'NULL',
    natural?.where ? literal(natural.where) : 'NULL',
    investigation,
  ];
  return `INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES\n  (${values.join(',\n   ')});`;
}

export function reportViewsSql(tables: readonly SyncedTableShape[]): string {
  const head = `${MADE}
-- For reports: live rows, with times, booleans and JSON as such. The views belong to watchfloor_views,
-- a role of nobody's, so row-level security of the tables holds for whoever reads them, and nobody who
-- reads them can change or drop them.

GRANT USAGE ON SCHEMA app, report TO watchfloor_report, watchfloor_views;
GRANT CREATE ON SCHEMA report TO watchfloor_views;
`;
  const tail = `REVOKE CREATE ON SCHEMA report FROM watchfloor_views;\n`;
  return `${head}\n${tables.filter(isOfFirst).map(viewSql).join('\n')}\n${tail}`;
}

const FORMS = {
  time: (name: string) => `sync.as_time(${name}) AS ${name}`,
  boolean: (name: string) => `${name} <> 0 AS ${name}`,
  json: (name: string) => `sync.as_json(${name}) AS ${name}`,
  plain: (name: string) => name,
};

function viewSql({ name, columns }: SyncedTableShape): string {
  const shown = columns.filter((column) => column.name !== 'deleted_at');
  const lines = ['workspace_id', 'id', ...shown.map((column) => FORMS[column.form](column.name))];
  const investigation =
    name === 'forensic_investigations'
      ? 'id'
      : columns.some((column) => column.name === 'investigation_id')
        ? 'investigation_id'
        : null;
  const hidden = investigation
    ? `\n    AND (${investigation} IS NULL OR ${investigation} NOT IN (SELECT sync.restricted_investigations()))`
    : '';
  return `ALTER TABLE app.${name} ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.${name} FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces())${hidden});
GRANT SELECT ON app.${name} TO watchfloor_report, watchfloor_views;
CREATE VIEW report.${name} AS SELECT
  ${lines.join(',\n  ')}
FROM app.${name} WHERE deleted_at IS NULL;
GRANT SELECT ON report.${name} TO watchfloor_report;
ALTER VIEW report.${name} OWNER TO watchfloor_views;
`;
}
