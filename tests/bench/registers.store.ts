/** Makes 100,000 risks, policies and vendors each. */
import type { Connection } from '../../src/main/db/connection.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import { addDays } from '../../src/shared/kernel/day.ts';
import { DAY_MS, MINUTE_MS } from '../../src/shared/kernel/time.ts';
import { openBeside } from '../helpers/beside.ts';
import { createRandom } from '../helpers/random.ts';

const ROWS = 100_000;
const STAMP = '000000000000000-00000-bench';
const SPREAD_DAYS = 900;

const RISK_STATUSES = [
  'IDENTIFIED',
  'ASSESSED',
  'ASSESSED',
  'MITIGATED',
  'ACCEPTED',
  'TRANSFERRED',
];
const RISK_CATEGORIES = ['OPERATIONAL', 'FINANCIAL', 'STRATEGIC', 'COMPLIANCE', 'TECHNICAL'];
const POLICY_STATUSES = ['DRAFT', 'UNDER_REVIEW', 'APPROVED', 'APPROVED', 'APPROVED', 'DEPRECATED'];
const POLICY_CATEGORIES = ['SECURITY', 'PRIVACY', 'HR', 'IT', 'OPERATIONS'];
const VENDOR_STATUSES = ['ACTIVE', 'ACTIVE', 'ACTIVE', 'UNDER_REVIEW', 'SUSPENDED', 'TERMINATED'];
const VENDOR_CATEGORIES = ['SOFTWARE', 'CLOUD', 'CONSULTING', 'HARDWARE'];
const TIERS = ['LOW', 'MEDIUM', 'MEDIUM', 'HIGH', 'CRITICAL'];
/** Words of titles: each in one of so many rows. */
const WORDS = ['backup', 'access', 'supplier', 'payment', 'terminal', 'mail', 'cloud', 'laptop'];

export interface Registers {
  readonly risks: readonly string[];
  readonly policies: readonly string[];
  readonly vendors: readonly string[];
}

/** Written beside the core, which is closed: the write door would take minutes for as much. */
export function fillRegisters(dataDir: string): Registers {
  const db = openBeside(dataDir, 'writable');
  try {
    return db.transaction(() => ({
      risks: risks(db),
      policies: policies(db),
      vendors: vendors(db),
    }))();
  } finally {
    db.close();
  }
}

function eachRow(seed: number, make: (row: Row) => void): string[] {
  const random = createRandom(seed);
  const now = Date.now();
  const today = new Date(now).toISOString().slice(0, 10);
  return Array.from({ length: ROWS }, (_, place) => {
    const id = newUuid();
    const pick = <T>(from: readonly T[]): T => from[random.below(from.length)] as T;
    make({
      id,
      place,
      pick,
      below: random.below,
      at: now - random.below((SPREAD_DAYS * DAY_MS) / MINUTE_MS) * MINUTE_MS,
      day: addDays(today, random.below(SPREAD_DAYS) - SPREAD_DAYS / 3),
      title: `${pick(WORDS)} ${pick(WORDS)} number ${place}`,
    });
    return id;
  });
}

interface Row {
  readonly id: string;
  readonly place: number;
  readonly pick: <T>(from: readonly T[]) => T;
  readonly below: (n: number) => number;
  readonly at: number;
  readonly day: string;
  readonly title: string;
}

function risks(db: Connection): string[] {
  const insert = db.prepare(
    `INSERT INTO risks (id, title, description, category, likelihood, impact, risk_score, inherent_risk,
       residual_risk, status, target_date, next_review, created_at, updated_at, row_version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return eachRow(51, ({ id, title, pick, below, at, day }) => {
    const likelihood = 1 + below(5);
    const impact = 1 + below(5);
    const score = likelihood * impact;
    insert.run(
      ...[id, title, `What happens with ${title}`, pick(RISK_CATEGORIES), likelihood, impact],
      ...[score, score, Math.round(score * 7) / 10, pick(RISK_STATUSES), day, day, at, at, STAMP],
    );
  });
}

function policies(db: Connection): string[] {
  const insert = db.prepare(
    `INSERT INTO policies (id, title, description, content, status, category, effective_date,
       next_review_date, current_version_id, working_version_id, working_status, created_at,
       updated_at, row_version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const version = db.prepare(
    `INSERT INTO policy_versions (id, policy_id, version, title, content, sha256, status, effective_date,
       created_at, updated_at, row_version)
     VALUES (?, ?, '1.0', ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return eachRow(52, ({ id, title, pick, at, day }) => {
    const text = `# ${title}\n\nThe rules of ${title}, for everybody who works here.\n`;
    const status = pick(POLICY_STATUSES);
    const working = status === 'DRAFT' || status === 'UNDER_REVIEW' ? status : null;
    const versionId = newUuid();
    const effective = addDays(day, -365);
    insert.run(
      ...[id, title, `About ${title}`, text, status, pick(POLICY_CATEGORIES), effective, day],
      ...[working ? null : versionId, working ? versionId : null, working, at, at, STAMP],
    );
    const state = working ?? (status === 'APPROVED' ? 'APPROVED' : 'WITHDRAWN');
    version.run(versionId, id, title, text, 'a'.repeat(64), state, effective, at, at, STAMP);
  });
}

function vendors(db: Connection): string[] {
  const insert = db.prepare(
    `INSERT INTO vendors (id, name, description, category, risk_tier, status, last_assessment,
       next_assessment, contract_expiry, primary_contact, risk_score, created_at, updated_at, row_version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return eachRow(53, ({ id, title, pick, below, place, at, day }) => {
    insert.run(
      ...[id, title, `They do ${title}`, pick(VENDOR_CATEGORIES), pick(TIERS)],
      ...[pick(VENDOR_STATUSES), addDays(day, -365), day, day, `v${place}@vendor.example`],
      ...[below(250) / 10, at, at, STAMP],
    );
  });
}
