/** Makes 42 frameworks, 10,000 controls, 100,000 pieces of evidence, links, tests and runs. */
import type { Connection } from '../../src/main/db/connection.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import { DAY_MS, MINUTE_MS } from '../../src/shared/kernel/time.ts';
import { openBeside } from '../helpers/beside.ts';
import { createRandom } from '../helpers/random.ts';

const FRAMEWORKS = 42;
const FULL = { controls: 10_000, evidence: 100_000 };
/** As many as the largest pack has. */
const BIG = 1_189;
const TESTED_EVERY = 4;
const STAMP = '000000000000000-00000-bench';
const STATUSES = [
  'COMPLIANT',
  'COMPLIANT',
  'COMPLIANT',
  'NON_COMPLIANT',
  'PARTIALLY_COMPLIANT',
  'NOT_ASSESSED',
];
const TYPES = ['DOCUMENT', 'SCREENSHOT', 'REPORT', 'LOG', 'CONFIGURATION'];

export interface Filled {
  readonly frameworks: readonly string[];
  readonly controls: readonly string[];
  readonly evidence: readonly string[];
  /** The framework with 1,189 controls. */
  readonly big: string;
}

export interface Amount {
  readonly controls: number;
  readonly evidence: number;
}

type Row = Readonly<Record<string, string | number | null>>;

function inserter(db: Connection, table: string): (row: Row) => void {
  const statements = new Map<string, ReturnType<Connection['prepare']>>();
  return (row) => {
    const names = Object.keys(row).join(', ');
    let statement = statements.get(names);
    if (!statement) {
      const places = Object.keys(row)
        .map(() => '?')
        .join(', ');
      statement = db.prepare(`INSERT INTO ${table} (${names}) VALUES (${places})`);
      statements.set(names, statement);
    }
    statement.run(Object.values(row));
  };
}

/** Written beside the core, which is closed: the write door would take minutes for as much. */
export function fillCompliance(dataDir: string, amount: Amount = FULL): Filled {
  const db = openBeside(dataDir, 'writable');
  try {
    return db.transaction(() => fill(db, amount))();
  } finally {
    db.close();
  }
}

function fill(db: Connection, amount: Amount): Filled {
  const random = createRandom(4);
  const now = Date.now();
  const put = {
    framework: inserter(db, 'compliance_frameworks'),
    group: inserter(db, 'framework_groups'),
    control: inserter(db, 'controls'),
    evidence: inserter(db, 'evidence'),
    link: inserter(db, 'control_evidence'),
    test: inserter(db, 'control_tests'),
    run: inserter(db, 'control_test_runs'),
  };
  // In minutes: the generator has 32 bits, which are 49 days of milliseconds.
  const ago = (days: number) => now - random.below((days * DAY_MS) / MINUTE_MS) * MINUTE_MS;
  const frameworks = Array.from({ length: FRAMEWORKS }, (_, place) => {
    const id = newUuid();
    put.framework({
      id,
      name: `Framework ${place}`,
      version: '1',
      created_at: ago(900),
      row_version: STAMP,
    });
    for (let group = 0; group < 20; group += 1)
      put.group({
        ...{ id: newUuid(), framework_id: id, ref: `G${group}`, title: `Group ${group}` },
        ...{ position: group, created_at: now, row_version: STAMP },
      });
    return id;
  });
  const [big = ''] = frameworks;
  const controls: string[] = [];
  for (let place = 0; place < amount.controls; place += 1) {
    const id = newUuid();
    controls.push(id);
    const status = random.pick(STATUSES);
    const isAssessed = status !== 'NOT_ASSESSED';
    put.control({
      ...{
        id,
        framework_id: place < BIG ? big : (frameworks[1 + (place % (FRAMEWORKS - 1))] ?? big),
      },
      ...{
        control_id: `C-${place}`,
        title: `Control ${place} of the bench`,
        category: 'Access Control',
      },
      ...{ parent_ref: `G${place % 20}`, position: place, weight: 1 + random.below(3), status },
      ...{ is_automated: place % 2, last_assessment: isAssessed ? ago(200) : null },
      next_assessment: isAssessed ? now + (random.below(200) - 20) * DAY_MS : null,
      ...{ created_at: ago(700), updated_at: now, row_version: STAMP },
    });
    if (place % TESTED_EVERY === 0) addTest(put, { id, random, now });
  }
  const evidence: string[] = [];
  for (let place = 0; place < amount.evidence; place += 1) {
    const id = newUuid();
    evidence.push(id);
    const collected = ago(360);
    put.evidence({
      ...{ id, title: `Evidence ${place} of the bench`, type: random.pick(TYPES), series_id: id },
      ...{ verdict: random.chance(85) ? 'ACCEPTED' : 'PENDING', collection_date: collected },
      ...{ expiration_date: random.chance(90) ? collected + 365 * DAY_MS * 0.8 : null },
      ...{ reviewed_at: collected + DAY_MS, received_at: collected, updated_at: collected },
      ...{ created_at: collected, row_version: STAMP },
    });
    put.link({
      ...{ id: newUuid(), control_id: controls[place % amount.controls] ?? '', evidence_id: id },
      ...{ created_at: collected, row_version: STAMP },
    });
  }
  return { frameworks, controls, evidence, big };
}

type Put = Record<'test' | 'run', (row: Row) => void>;

function addTest(
  put: Put,
  { id, random, now }: { id: string; random: ReturnType<typeof createRandom>; now: number },
): void {
  const test = newUuid();
  put.test({
    ...{ id: test, control_id: id, title: 'Re-perform', cadence_days: 90 },
    ...{ next_due: now + (random.below(100) - 10) * DAY_MS, created_at: now, updated_at: now },
    row_version: STAMP,
  });
  for (let run = 0; run < 3; run += 1)
    put.run({
      ...{ id: newUuid(), test_id: test, control_id: id, ran_at: now - run * 90 * DAY_MS },
      ...{ result: random.chance(90) ? 'PASS' : 'FAIL', approved_at: now - run * 90 * DAY_MS },
      ...{ created_at: now, row_version: STAMP },
    });
}
