import type { Connection } from '../../src/main/db/connection.ts';
import { openBeside } from './beside.ts';
import type { TestApp } from './open-test-app.ts';

export interface SeedPlan {
  readonly frameworks: number;
  readonly controls: number;
  /** Each linked to one control, in turn. */
  readonly evidence: number;
  readonly now: number;
}

const STATUSES = ['COMPLIANT', 'NOT_ASSESSED', 'NON_COMPLIANT', 'PARTIALLY_COMPLIANT'] as const;
const CATEGORIES = ['Access Control', 'Data Protection', 'Network Security'] as const;
const DAY_MS = 86_400_000;

export const seededId = (sort: string, n: number) =>
  `0193f000-0000-7000-8${sort.padStart(3, '0')}-${String(n).padStart(12, '0')}`;

/** Rows as another workstation would have made them, written past the write door: quick, and before the test. */
export function seedControls(connection: Connection, plan: SeedPlan): void {
  const { frameworks, controls, evidence, now } = plan;
  const stamp = '000000000000-0000-seed';
  const fill = (count: number, row: (n: number) => void) => {
    for (let n = 0; n < count; n += 1) row(n);
  };
  const addFramework = connection.prepare(
    'INSERT INTO compliance_frameworks (id, name, version, created_at, row_version) VALUES (?, ?, ?, ?, ?)',
  );
  const addGroup = connection.prepare(
    'INSERT INTO framework_groups (id, framework_id, ref, title, position, created_at, row_version) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const addControl = connection.prepare(
    `INSERT INTO controls (id, framework_id, control_id, title, description, category, requirement, priority,
       is_automated, status, last_assessment, next_assessment, created_at, updated_at, parent_ref, position, row_version)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'MEDIUM', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const addEvidence = connection.prepare(
    `INSERT INTO evidence (id, title, type, verdict, collection_date, expiration_date, created_at, row_version)
     VALUES (?, ?, 'Report', 'ACCEPTED', ?, ?, ?, ?)`,
  );
  const link = connection.prepare(
    'INSERT INTO control_evidence (id, control_id, evidence_id, created_at, row_version) VALUES (?, ?, ?, ?, ?)',
  );
  connection.transaction(() => {
    fill(frameworks, (n) => {
      addFramework.run(
        seededId('f', n),
        `Framework ${String(n).padStart(2, '0')}`,
        '1.0',
        now,
        stamp,
      );
      addGroup.run(seededId('9', n), seededId('f', n), 'G1', 'First group', 0, now, stamp);
    });
    fill(controls, (n) => {
      const at = now - (controls - n) * 1000;
      const status = STATUSES[n % STATUSES.length] ?? 'NOT_ASSESSED';
      const isAssessed = status !== 'NOT_ASSESSED';
      addControl.run(
        seededId('c', n),
        seededId('f', n % frameworks),
        `C-${n}`,
        `Keep thing ${n} under control`,
        `What is kept under control is thing ${n}, by somebody who is named.`,
        CATEGORIES[n % CATEGORIES.length],
        `The organisation keeps thing ${n} under control. `.repeat(8),
        n % 2,
        status,
        isAssessed ? now - 100 * DAY_MS : null,
        isAssessed ? now + ((n % 120) - 20) * DAY_MS : null,
        at,
        at,
        n % 5 === 4 ? `C-${n - frameworks}` : 'G1',
        Math.floor(n / frameworks),
        stamp,
      );
    });
    fill(evidence, (n) => {
      const expires = n % 3 === 0 ? now - DAY_MS : now + 90 * DAY_MS;
      addEvidence.run(seededId('e', n), `Proof ${n}`, now - 200 * DAY_MS, expires, now, stamp);
      // The first control of four has none.
      const control = (n % controls) - ((n % controls) % 4 === 0 ? -1 : 0);
      link.run(seededId('1', n), seededId('c', control % controls), seededId('e', n), now, stamp);
    });
  })();
}

export function seedApp(app: TestApp, plan: Omit<SeedPlan, 'now'>): void {
  const connection = openBeside(app.dataDir, 'writable');
  try {
    seedControls(connection, { ...plan, now: app.clock.now() });
  } finally {
    connection.close();
  }
}
