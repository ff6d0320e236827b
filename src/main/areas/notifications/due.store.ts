/** What reminders are about: the days of the calendar (`db/due-days.ts`), each as far ahead as it is told. */
import type { CalendarKind } from '../../../shared/areas/calendar/calendar.rules.ts';
import { addDays, type Day } from '../../../shared/kernel/day.ts';
import type { ReadDb } from '../../db/database.ts';
import { readDueDays } from '../../db/due-days.ts';
import type { WriteTx } from '../../db/write-door.ts';

/** In the order in which they are told; the names are part of what is remembered as told. */
export const DUE_THINGS = [
  'evidence',
  'collection',
  'policy',
  'vendor',
  'control',
  'control-test',
  'exception',
  'suppression',
  'risk',
  'finding',
  'audit-request',
  'risk-task',
  'risk-review',
  'risk-acceptance',
  'attestation',
  'contract',
  'vendor-document',
  'vendor-assessment',
  'reassessment',
] as const;
export type DueThing = (typeof DUE_THINGS)[number];

/**
 * Something with a date that has come, or comes soon. `due` is a day: `2026-11-20`. What belongs to a
 * record has an id of two parts, the record's first: `<control>/<test>`.
 */
export interface Due {
  readonly thing: DueThing;
  readonly id: string;
  readonly title: string;
  readonly due: Day;
  /** Who alone is told; null tells everybody. */
  readonly account: string | null;
}

interface Told {
  readonly kinds: readonly CalendarKind[];
  /** How many days ahead it is told at first. */
  readonly aheadDays: number;
  /** Only its owner is told, where it has one. */
  readonly isOwners?: boolean;
}

/** An exception of a control is told of this long before it expires, and only then. */
const EXCEPTION_AHEAD_DAYS = 7;

const TOLD: Readonly<Record<Exclude<DueThing, 'collection' | 'attestation'>, Told>> = {
  evidence: { kinds: ['evidence-expiry'], aheadDays: 30 },
  policy: { kinds: ['policy-review'], aheadDays: 30 },
  vendor: { kinds: ['vendor-review'], aheadDays: 30 },
  control: { kinds: ['control-assessment'], aheadDays: 0 },
  'control-test': { kinds: ['control-test'], aheadDays: 0 },
  exception: { kinds: ['control-exception'], aheadDays: EXCEPTION_AHEAD_DAYS },
  suppression: { kinds: ['suppression'], aheadDays: 7, isOwners: true },
  risk: { kinds: ['risk-target'], aheadDays: 0 },
  finding: { kinds: ['finding', 'finding-acceptance'], aheadDays: 0, isOwners: true },
  'audit-request': { kinds: ['audit-request'], aheadDays: 0, isOwners: true },
  'risk-task': { kinds: ['risk-task'], aheadDays: 7, isOwners: true },
  'risk-review': { kinds: ['risk-review'], aheadDays: 7, isOwners: true },
  'risk-acceptance': { kinds: ['risk-acceptance'], aheadDays: 30 },
  contract: { kinds: ['vendor-contract'], aheadDays: 30 },
  'vendor-document': { kinds: ['vendor-document'], aheadDays: 30 },
  'vendor-assessment': { kinds: ['vendor-assessment'], aheadDays: 0 },
  reassessment: { kinds: ['vendor-reassessment'], aheadDays: 0, isOwners: true },
};

/** So many of one kind are looked at; more were not told one by one anyway. */
const DUE_MAX = 200_000;
const ATTESTATION_AHEAD_DAYS = 7;
/** What has been due for longer is no news: the calendar lists it, and a start must not read all of it. */
const BACK_DAYS = 60;

/** Everything whose day is near enough to be told, or past. */
export function findDue(db: ReadDb, today: Day): Due[] {
  const found = DUE_THINGS.flatMap((thing) => {
    if (thing === 'collection') return findCollections(db, today);
    if (thing === 'attestation') return findAttestations(db, today);
    return findThings(db, thing, today);
  });
  return found.sort((a, b) => compare(a.due, b.due) || compare(a.id, b.id));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function findThings(db: ReadDb, thing: keyof typeof TOLD, today: Day): Due[] {
  const { kinds, aheadDays, isOwners } = TOLD[thing];
  const span = { from: addDays(today, -BACK_DAYS), to: addDays(today, aheadDays), mine: null };
  return kinds
    .flatMap((kind) => readDueDays(db, kind, span, { after: null, limit: DUE_MAX }))
    .map(({ id, title, day, owner }) => ({
      ...{ thing, id, title },
      due: thing === 'exception' ? addDays(day, -EXCEPTION_AHEAD_DAYS) : day,
      account: isOwners ? owner : null,
    }));
}

/** What a person collects is told ahead by its cadence; what runs by itself, where it did not. */
function findCollections(db: ReadDb, today: Day): Due[] {
  return db.all<Due>(
    `WITH day (today) AS (VALUES (?))
     SELECT 'collection' AS thing, id, title, next_due AS due, owner AS account
     FROM collection_tasks, day WHERE deleted_at IS NULL AND is_active = 1
       AND (collector = 'manual' OR next_due < today)
       AND next_due <= date(today, CASE cadence WHEN 'DAILY' THEN '0 days' WHEN 'WEEKLY' THEN '1 days'
         WHEN 'MONTHLY' THEN '7 days' ELSE '30 days' END)`,
    today,
  );
}

/** One for each account that was asked and has not attested yet. */
function findAttestations(db: ReadDb, today: Day): Due[] {
  return db.all<Due>(
    `SELECT 'attestation' AS thing, p.id || '/' || q.id || '/' || u.id AS id, p.title, q.due, u.id AS account
     FROM policy_attestation_requests q JOIN policies p ON p.id = q.policy_id
     JOIN users u ON u.deleted_at IS NULL AND u.deactivated_at IS NULL
       AND (u.id IN (SELECT value FROM json_each(q.accounts))
         OR u.role IN (SELECT value FROM json_each(q.roles)))
     WHERE q.deleted_at IS NULL AND q.closed_at IS NULL AND p.deleted_at IS NULL AND q.due <= ?
       AND NOT EXISTS (SELECT 1 FROM policy_attestations z
         WHERE z.account_id = u.id AND z.version_id = q.version_id)`,
    addDays(today, ATTESTATION_AHEAD_DAYS),
  );
}

export function wasTold(db: ReadDb, occasion: string): boolean {
  return db.get('SELECT 1 FROM told_occasions WHERE occasion = ?', occasion) !== undefined;
}

export function rememberTold(tx: WriteTx, occasion: string): void {
  tx.run(
    'INSERT OR IGNORE INTO told_occasions (occasion, told_at) VALUES (?, ?)',
    occasion,
    tx.now,
  );
}
