import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection } from '../../src/main/db/connection.ts';
import { type OpenedStorage, openStorage } from '../../src/main/db/open.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import { REPOSITORY } from '../helpers/open-test-app.ts';

let dataDir: string;
let storage: OpenedStorage;
let db: Connection;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-schema-'));
  const migrationsDir = join(REPOSITORY, 'resources', 'migrations', 'sqlite');
  storage = openStorage({
    dataDir,
    migrationsDir,
    key: new Uint8Array(32).fill(3),
    newId: newUuid,
  });
  db = storage.connection;
});
afterAll(() => {
  storage.close();
  rmSync(dataDir, { recursive: true });
});

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  readonly pk: number;
}
const columnsOf = (table: string) =>
  db.prepare('SELECT * FROM pragma_table_info(?)').all(table) as Column[];

const SYNC = ['row_version', 'field_versions', 'deleted_at'];

/** Section 3 of the specification, in the names of the database. */
const ENTITIES: Record<string, string[]> = {
  users: [
    'id',
    'email',
    'first_name',
    'last_name',
    'profile_image_url',
    'role',
    'created_at',
    'updated_at',
    ...SYNC,
  ],
  alerts: [
    'id',
    'title',
    'description',
    'severity',
    'status',
    'source',
    'source_host',
    'source_user',
    'source_ip',
    'ai_investigation',
    'assigned_to',
    'escalated',
    'false_positive',
    'created_at',
    'updated_at',
    'resolved_at',
    ...SYNC,
  ],
  compliance_frameworks: [
    'id',
    'name',
    'version',
    'description',
    'category',
    'is_active',
    'created_at',
    ...SYNC,
  ],
  controls: [
    'id',
    'framework_id',
    'control_id',
    'title',
    'description',
    'category',
    'requirement',
    'is_automated',
    'status',
    'last_assessment',
    'next_assessment',
    'owner',
    'created_at',
    'updated_at',
    ...SYNC,
  ],
  evidence: [
    'id',
    'title',
    'description',
    'type',
    'file_path',
    'collected_by',
    'collection_date',
    'expiration_date',
    'is_valid',
    'created_at',
    ...SYNC,
  ],
  control_evidence: ['control_id', 'evidence_id', ...SYNC],
  risks: [
    'id',
    'title',
    'description',
    'category',
    'likelihood',
    'impact',
    'risk_score',
    'inherent_risk',
    'residual_risk',
    'status',
    'owner',
    'mitigation_plan',
    'target_date',
    'created_at',
    'updated_at',
    ...SYNC,
  ],
  policies: [
    'id',
    'title',
    'description',
    'content',
    'version',
    'status',
    'category',
    'owner',
    'approver',
    'effective_date',
    'review_date',
    'next_review_date',
    'is_outdated',
    'created_at',
    'updated_at',
    ...SYNC,
  ],
  vendors: [
    'id',
    'name',
    'description',
    'category',
    'risk_tier',
    'last_assessment',
    'next_assessment',
    'contract_expiry',
    'primary_contact',
    'security_contact',
    'compliance_certifications',
    'risk_score',
    'status',
    'created_at',
    'updated_at',
    ...SYNC,
  ],
  audits: [
    'id',
    'title',
    'description',
    'type',
    'framework',
    'auditor',
    'status',
    'start_date',
    'end_date',
    'report_date',
    'findings',
    'recommendations',
    'assigned_to',
    ...SYNC,
  ],
  integrations: ['id', 'name', 'type', 'vendor', 'status', 'last_sync', 'configuration', ...SYNC],
  forensic_investigations: [
    'id',
    'incident_id',
    'title',
    'description',
    'investigation_type',
    'priority',
    'status',
    'investigator',
    'ai_progress',
    'findings',
    'iocs',
    'timeline',
    'tools',
    'created_at',
    'updated_at',
    'completed_at',
    ...SYNC,
  ],
  indicators: [
    'id',
    'investigation_id',
    'type',
    'value',
    'severity',
    'source',
    'description',
    'first_seen',
    'last_seen',
    'is_active',
    'created_at',
    ...SYNC,
  ],
  forensic_sessions: [
    'investigation_id',
    'tool_name',
    'tool_type',
    'status',
    'results',
    'started_at',
    'completed_at',
    'created_by',
    ...SYNC,
  ],
  sessions: ['sid', 'sess', 'expire'],
  chat_messages: ['id', 'content', 'is_user', 'timestamp'],
};

describe('[ST9] every entity of the specification has its table', () => {
  test.each(Object.entries(ENTITIES))('%s', (table, columns) => {
    expect(columnsOf(table).map((column) => column.name)).toEqual(expect.arrayContaining(columns));
  });

  test('synced tables have one text id that is unique, and a stamp', () => {
    const synced = Object.entries(ENTITIES).filter(([, columns]) =>
      columns.includes('row_version'),
    );
    for (const [table] of synced) {
      const columns = columnsOf(table);
      expect(columns.find(({ name }) => name === 'id')?.type, table).toBe('TEXT');
      expect(
        columns.find(({ name }) => name === 'row_version'),
        table,
      ).toMatchObject({ type: 'TEXT', notnull: 1 });
      const insert = completeRow(table, { id: 'twice' });
      insert();
      expect(insert, table).toThrow(/UNIQUE/);
      db.prepare(`DELETE FROM ${table} WHERE id = 'twice'`).run();
    }
  });
});

const PARENTS: Record<string, [string, string]> = {
  framework_id: ['compliance_frameworks', 'parent-framework'],
  control_id: ['controls', 'parent-control'],
  evidence_id: ['evidence', 'parent-evidence'],
  investigation_id: ['forensic_investigations', 'parent-investigation'],
  account: ['users', 'parent-user'],
};

/** The least that a table wants, so that one value more or less decides. */
const LEAST: Record<string, Record<string, string | number>> = {
  users: { email: 'least@example.test', created_at: 1, updated_at: 1 },
  alerts: {
    title: 't',
    description: 'd',
    severity: 'LOW',
    source: 's',
    created_at: 1,
    received_at: 1,
    updated_at: 1,
  },
  compliance_frameworks: { name: 'n', created_at: 1 },
  controls: {
    framework_id: 'parent-framework',
    control_id: 'c',
    title: 't',
    created_at: 1,
    updated_at: 1,
  },
  evidence: { title: 't', type: 'x', created_at: 1 },
  control_evidence: { control_id: 'parent-control', evidence_id: 'parent-evidence', created_at: 1 },
  risks: {
    title: 't',
    risk_score: 1,
    inherent_risk: 1,
    residual_risk: 0.7,
    created_at: 1,
    updated_at: 1,
  },
  policies: { title: 't', created_at: 1, updated_at: 1 },
  vendors: { name: 'n', created_at: 1, updated_at: 1 },
  audits: { title: 't', created_at: 1, updated_at: 1 },
  integrations: { name: 'n', type: 'EDR', created_at: 1, updated_at: 1 },
  forensic_investigations: { incident_id: 'i', title: 't', created_at: 1, updated_at: 1 },
  indicators: { type: 'ip', value: 'v', created_at: 1 },
  forensic_sessions: {
    investigation_id: 'parent-investigation',
    tool_name: 't',
    tool_type: 'x',
    started_at: 1,
  },
  chat_messages: { account: 'parent-user', content: 'c', is_user: 1, timestamp: 1 },
};

function completeRow(table: string, change: Record<string, string | number | null>): () => void {
  ensureParents();
  const stamped = columnsOf(table).some(({ name }) => name === 'row_version')
    ? { row_version: '1' }
    : {};
  const row: Record<string, string | number | null> = {
    id: 'row',
    ...stamped,
    ...LEAST[table],
    ...change,
  };
  const names = Object.keys(row);
  const statement = db.prepare(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  return () => void statement.run(...Object.values(row));
}

function ensureParents(): void {
  for (const table of [
    'users',
    'compliance_frameworks',
    'controls',
    'evidence',
    'forensic_investigations',
  ]) {
    const [, id] = Object.values(PARENTS).find(([name]) => name === table) ?? [];
    if (!id || db.prepare(`SELECT 1 FROM ${table} WHERE id = ?`).get(id)) continue;
    const row: Record<string, string | number> = {
      id,
      row_version: '1',
      ...LEAST[table],
      ...(table === 'users' ? { email: 'parent@example.test' } : {}),
    };
    const names = Object.keys(row);
    db.prepare(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    ).run(...Object.values(row));
  }
}

describe('[ST9] defaults', () => {
  test.each([
    ['users', { role: 'SOC Analyst' }],
    [
      'alerts',
      { status: 'OPEN', escalated: 0, false_positive: 0, resolved_at: null, assigned_to: null },
    ],
    ['compliance_frameworks', { is_active: 1 }],
    ['controls', { is_automated: 0, status: 'NOT_ASSESSED', priority: 'MEDIUM' }],
    ['evidence', { is_valid: 1 }],
    ['risks', { status: 'IDENTIFIED', likelihood: 1, impact: 1 }],
    ['policies', { version: '1.0', status: 'DRAFT', is_outdated: 0 }],
    ['vendors', { status: 'ACTIVE', risk_tier: 'MEDIUM', compliance_certifications: '[]' }],
    ['audits', { status: 'PLANNED', type: 'INTERNAL' }],
    ['integrations', { status: 'DISCONNECTED' }],
    ['forensic_investigations', { priority: 'MEDIUM', status: 'PENDING', ai_progress: 0 }],
    ['indicators', { severity: 'MEDIUM', is_active: 1 }],
    ['forensic_sessions', { status: 'RUNNING' }],
  ])('of %s', (table, defaults) => {
    completeRow(table, { id: 'defaults' })();
    expect(db.prepare(`SELECT * FROM ${table} WHERE id = 'defaults'`).get()).toMatchObject(
      defaults,
    );
    db.prepare(`DELETE FROM ${table} WHERE id = 'defaults'`).run();
  });
});

describe('[ST9] constraints refuse', () => {
  test.each([
    ['users', { role: 'Root' }],
    ['users', { email: null }],
    ['alerts', { title: 't'.repeat(256) }],
    ['alerts', { severity: 'URGENT' }],
    ['alerts', { status: 'CLOSED' }],
    ['alerts', { escalated: 2 }],
    ['alerts', { false_positive: -1 }],
    ['alerts', { assigned_to: 'nobody' }],
    ['alerts', { created_at: 'yesterday' }],
    ['compliance_frameworks', { name: 'n'.repeat(101) }],
    ['compliance_frameworks', { name: '' }],
    ['compliance_frameworks', { is_active: 2 }],
    ['controls', { framework_id: 'none' }],
    ['controls', { framework_id: null }],
    ['controls', { control_id: null }],
    ['controls', { title: 't'.repeat(256) }],
    ['controls', { status: 'FINE' }],
    ['controls', { priority: 'SOME' }],
    ['controls', { owner: 'nobody' }],
    ['evidence', { is_valid: 3 }],
    ['evidence', { collected_by: 'nobody' }],
    ['control_evidence', { control_id: 'none' }],
    ['control_evidence', { evidence_id: 'none' }],
    ['risks', { likelihood: 0 }],
    ['risks', { likelihood: 6 }],
    ['risks', { impact: 6 }],
    ['risks', { residual_risk: 100 }],
    ['risks', { category: 'WEATHER' }],
    ['risks', { status: 'GONE' }],
    ['policies', { status: 'SIGNED' }],
    ['policies', { category: 'LUNCH' }],
    ['policies', { approver: 'nobody' }],
    ['vendors', { category: 'FOOD' }],
    ['vendors', { risk_tier: 'NONE' }],
    ['vendors', { status: 'GONE' }],
    ['vendors', { compliance_certifications: 'not json' }],
    ['audits', { type: 'SECRET' }],
    ['audits', { framework: 'NONE' }],
    ['audits', { status: 'DONE' }],
    ['audits', { findings: '{' }],
    ['integrations', { type: 'TOASTER' }],
    ['integrations', { status: 'ON' }],
    ['forensic_investigations', { incident_id: null }],
    ['forensic_investigations', { investigation_type: 'guess' }],
    ['forensic_investigations', { ai_progress: 101 }],
    ['forensic_investigations', { priority: 'NONE' }],
    ['indicators', { value: 'v'.repeat(501) }],
    ['indicators', { severity: 'NONE' }],
    ['indicators', { investigation_id: 'none' }],
    ['forensic_sessions', { investigation_id: 'none' }],
    ['chat_messages', { is_user: 2 }],
    ['chat_messages', { account: 'nobody' }],
  ] as [string, Record<string, string | number | null>][])('%s %j', (table, change) => {
    completeRow(table, { id: 'good' })();
    db.prepare(`DELETE FROM ${table} WHERE id = 'good'`).run();
    const insert = completeRow(table, { id: 'bad', ...change });
    expect(insert).toThrow(/constraint failed|cannot store/);
    expect(db.prepare(`SELECT count(*) AS n FROM ${table} WHERE id = 'bad'`).get()).toEqual({
      n: 0,
    });
  });

  test('a control and its evidence are linked once', () => {
    completeRow('control_evidence', { id: 'link-1' })();
    expect(completeRow('control_evidence', { id: 'link-2' })).toThrow(/UNIQUE/);
    db.prepare("DELETE FROM control_evidence WHERE id = 'link-1'").run();
  });

  test('an email belongs to one account', () => {
    completeRow('users', { id: 'u1', email: 'one@example.test' })();
    expect(completeRow('users', { id: 'u2', email: 'one@example.test' })).toThrow(/UNIQUE/);
    db.prepare("DELETE FROM users WHERE id = 'u1'").run();
  });

  test('exactly the limits pass', () => {
    const rows: [string, Record<string, string | number>][] = [
      ['alerts', { title: 't'.repeat(255) }],
      ['compliance_frameworks', { name: 'n'.repeat(100) }],
      ['indicators', { value: 'v'.repeat(500) }],
      ['risks', { likelihood: 5, impact: 5, risk_score: 25 }],
    ];
    for (const [table, change] of rows) {
      completeRow(table, { id: 'limit', ...change })();
      db.prepare(`DELETE FROM ${table} WHERE id = 'limit'`).run();
    }
  });
});

describe('the tables that the code describes', async () => {
  const folder = join(REPOSITORY, 'src', 'main', 'db', 'tables');
  const modules = await Promise.all(
    readdirSync(folder)
      .filter((name) => name.endsWith('.table.ts'))
      .map(
        (name) => import(/* @vite-ignore */ join(folder, name)) as Promise<Record<string, unknown>>,
      ),
  );
  const tables = modules.flatMap((module) =>
    Object.values(module).filter((value) => value instanceof SQLiteTable),
  );
  const KINDS: Record<string, string> = {
    integer: 'INTEGER',
    text: 'TEXT',
    blob: 'BLOB',
    real: 'REAL',
  };

  test('are many', () => expect(tables.length).toBeGreaterThan(15));

  test.each(tables.map((table) => ({ name: getTableConfig(table).name, table })))(
    '[ST9] $name is the table of the database',
    ({ name, table }) => {
      const described = getTableConfig(table).columns.map((column) => ({
        name: column.name,
        type: KINDS[column.getSQLType()],
        required: column.notNull || column.primary,
      }));
      const actual = columnsOf(name).map((column) => ({
        name: column.name,
        type: column.type,
        required: column.notnull === 1 || column.pk > 0,
      }));
      const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
      expect(described.sort(byName)).toEqual(actual.sort(byName));
    },
  );
});
