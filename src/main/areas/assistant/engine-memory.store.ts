/**
 * Verdicts of people become memory, and are taken back where they change. What Watchfloor closed itself
 * and what a model said is never learned: only a verdict with an account behind it.
 */
import { isActive } from '../../../shared/areas/alerts/alerts.rules.ts';
import { VERDICT_LABELS } from '../../../shared/areas/alerts/dispositions.rules.ts';
import { DAILY_SUPPORT } from '../../../shared/areas/assistant/engine/conditions.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { WriteTx } from '../../db/write-door.ts';
import {
  addAudit,
  closeSecondLook,
  findClosing,
  findSecondLook,
  openSecondLook,
} from './automation.store.ts';
import { type TellOfTrip, tripBy } from './automation-trip.store.ts';
import { countExample } from './engine-points.store.ts';
import { AUTO_CLOSE, levelsOf, patternUid, type ScoredAlert, traitHash } from './engine-rows.ts';
import { readSupport } from './engine-support.store.ts';

const NEITHER = 0;
const BENIGN = 1;
const MALICIOUS = 2;
type Outcome = typeof NEITHER | typeof BENIGN | typeof MALICIOUS;

interface Known {
  readonly pattern_id: number | null;
  readonly pattern_ids: string;
  readonly traits: string;
  readonly outcome: Outcome;
  readonly analyst: string;
  readonly closed_at: number;
  readonly decision: number | null;
  readonly suspicion: number | null;
  readonly reasons: number | null;
}

/** What the engine had said before the verdict. */
export interface Said {
  readonly decision: number;
  readonly suspicion: number;
  /** As bits; null: not to be learned from a second time. */
  readonly reasons: number | null;
}

export interface LearnDeps {
  readonly burstOf: (alert: ScoredAlert) => number;
  readonly tell: TellOfTrip;
}

interface Verdict {
  readonly outcome: Outcome;
  readonly analyst: string;
  readonly at: number;
  /** Of whoever took a second look: the first verdict was a mistake. */
  readonly isByLook?: boolean;
}

/** Null while it is open, or where nobody with an account gave a verdict. */
function verdictOf({ row }: ScoredAlert): Verdict | null {
  const { status, verdict, closedBy, resolvedAt, deletedAt } = row;
  if (isActive(status) || closedBy === null || deletedAt !== null) return null;
  const outcome =
    verdict === 'TRUE_POSITIVE'
      ? MALICIOUS
      : verdict === 'FALSE_POSITIVE' || verdict === 'BENIGN_TRUE_POSITIVE'
        ? BENIGN
        : NEITHER;
  return { outcome, analyst: closedBy, at: resolvedAt ?? row.updatedAt };
}

/** The id of a pattern, made where it is met first. */
export function patternIdOf(tx: WriteTx, level: string, key: string, label: string): number {
  const uid = patternUid(key);
  const find = () =>
    tx.get<{ id: number }>('SELECT id FROM engine_patterns WHERE uid = ?', uid)?.id;
  const known = find();
  if (known !== undefined) return known;
  tx.run(
    'INSERT INTO engine_patterns (uid, key, level, label) VALUES (?, ?, ?, ?)',
    ...[uid, key, level, label],
  );
  return find() ?? 0;
}

/** Makes the memory agree with the alert as it is. True where its pattern is to be looked at again. */
export function learn(tx: WriteTx, one: ScoredAlert, said: Said | null, deps: LearnDeps): boolean {
  const { seq, id } = one.row;
  const known = tx.get<Known>('SELECT * FROM engine_dispositions WHERE alert_seq = ?', seq);
  const verdict = verdictOf(one);
  const uid = one.keys.pattern === null ? null : patternUid(one.keys.pattern);
  if (uid !== null) watchClosing(tx, one, uid, verdict, deps.tell);
  const stands = verdict === null ? null : settled(tx, one, uid, verdict, known);
  if (known && stands && known.outcome === stands.outcome && known.analyst === stands.analyst)
    return false;
  if (known) forget(tx, seq, known);
  if (!stands) return known !== undefined;
  const { outcome } = stands;
  const before = known ? (known.decision === null ? null : saidOf(known)) : said;
  remember(tx, one, stands, before, deps.burstOf(one));
  if (uid !== null && outcome === BENIGN && !stands.isByLook && before?.decision === AUTO_CLOSE)
    addAudit(tx, {
      ...{ alertId: id, patternId: uid, kind: 'CLOSING', decidedAt: stands.at },
      ...{ verdict: 'AGREE', note: null, auditedBy: stands.analyst, auditedAt: stands.at },
    });
  return true;
}

/**
 * A verdict against what the desk said of the pattern before counts for nothing until another person
 * has looked: one in twenty verdicts of an ordinary desk is wrong.
 */
function settled(
  tx: WriteTx,
  one: ScoredAlert,
  uid: string | null,
  verdict: Verdict,
  known: Known | undefined,
): Verdict {
  const look = findSecondLook(tx, one.row.id);
  if (look?.outcome === 'MISLABELLED' && look.firstVerdict === one.row.verdict)
    return {
      ...{ outcome: BENIGN, isByLook: true },
      ...{ analyst: look.decidedBy ?? verdict.analyst, at: look.decidedAt ?? verdict.at },
    };
  if (verdict.outcome !== MALICIOUS || uid === null) return verdict;
  if (look) return look.outcome === null ? { ...verdict, outcome: NEITHER } : verdict;
  if (known?.outcome === MALICIOUS) return verdict;
  const support = readSupport(tx, one.keys, tx.now);
  if (!support || support.closed === 0 || support.malicious > 0) return verdict;
  openSecondLook(tx, {
    ...{ id: one.row.id, patternId: uid, firstVerdict: one.row.verdict },
    firstBy: verdict.analyst,
    reason: `Closed as ${VERDICT_LABELS.TRUE_POSITIVE.toLowerCase()} where ${support.closed} like it were closed as benign`,
  });
  return { ...verdict, outcome: NEITHER };
}

/** What Watchfloor closed and a person opened again: it waits for a look, and a verdict decides that. */
function watchClosing(
  tx: WriteTx,
  { row }: ScoredAlert,
  uid: string,
  verdict: Verdict | null,
  tell: TellOfTrip,
): void {
  const closing = findClosing(tx, row.id);
  if (!closing) return;
  const look = findSecondLook(tx, row.id);
  if (isActive(row.status) && row.deletedAt === null) {
    if (look) return;
    openSecondLook(tx, {
      ...{ id: row.id, patternId: uid, firstVerdict: null, firstBy: null },
      reason: 'Closed by Watchfloor, and opened again',
    });
    return;
  }
  if (!verdict || verdict.outcome === NEITHER || look?.outcome) return;
  const isError = verdict.outcome === MALICIOUS;
  if (look)
    closeSecondLook(tx, row.id, {
      outcome: isError ? 'CONFIRMED' : 'MISLABELLED',
      note: 'By the verdict it was closed with',
      decidedBy: verdict.analyst,
    });
  if (!isError) return;
  const reason = 'Closed by Watchfloor, found malicious by a person';
  tripBy(tx, { patternUid: uid, alertId: row.id, reason, confirmedBy: verdict.analyst }, tell);
}

function remember(
  tx: WriteTx,
  { row, keys }: ScoredAlert,
  { outcome, analyst, at, isByLook = false }: Verdict,
  said: Said | null,
  burst: number,
): void {
  const ids = levelsOf(keys).map(({ level, key }) => ({
    level,
    id: patternIdOf(tx, level, key, keys.label),
  }));
  const own = keys.pattern === null ? null : (ids.at(-1)?.id ?? null);
  // Who looked a second time said nothing of the context that the first verdict was given in.
  const traits = isByLook ? [] : keys.traits.map(traitHash);
  const isExample = said !== null && outcome !== NEITHER && !isEnough(tx, ids, at);
  const reasons = isExample && said.reasons ? said.reasons : null;
  tx.run(
    `INSERT INTO engine_dispositions
       (alert_seq, pattern_id, pattern_ids, traits, outcome, analyst, closed_at, burst, decision, suspicion,
        reasons)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[row.seq, own, JSON.stringify(ids.map(({ id }) => id)), JSON.stringify(traits), outcome],
    ...[analyst, at, burst, said?.decision ?? null, said?.suspicion ?? null, reasons],
  );
  if (reasons !== null) countExample(tx, reasons, outcome === MALICIOUS, 1);
  countOutcome(tx, outcome, said, 1);
  if (outcome === NEITHER) return;
  for (const { id } of ids) countDay(tx, id, { outcome, analyst, at }, 1);
  if (outcome !== BENIGN || own === null) return;
  for (const trait of traits)
    tx.run(
      `INSERT INTO engine_pattern_traits (pattern_id, trait, n, last_at) VALUES (?, ?, 1, ?)
       ON CONFLICT (pattern_id, trait) DO UPDATE SET n = n + 1, last_at = max(last_at, excluded.last_at)`,
      ...[own, trait, at],
    );
}

const saidOf = ({ decision, suspicion, reasons }: Known): Said | null =>
  decision === null ? null : { decision, suspicion: suspicion ?? 0, reasons };

/** Of one pattern and day, so many verdicts are examples: many at once are one opinion. */
function isEnough(tx: WriteTx, ids: readonly { readonly id: number }[], at: number): boolean {
  const narrowest = ids.at(-1)?.id;
  if (narrowest === undefined) return true;
  const row = tx.get<{ n: number | null }>(
    'SELECT sum(benign + malicious) AS n FROM engine_pattern_days WHERE pattern_id = ? AND day = ?',
    ...[narrowest, Math.floor(at / DAY_MS)],
  );
  return (row?.n ?? 0) >= DAILY_SUPPORT;
}

function forget(tx: WriteTx, seq: number, known: Known): void {
  tx.run('DELETE FROM engine_dispositions WHERE alert_seq = ?', seq);
  countOutcome(tx, known.outcome, saidOf(known), -1);
  if (known.reasons !== null) countExample(tx, known.reasons, known.outcome === MALICIOUS, -1);
  if (known.outcome === NEITHER) return;
  const { outcome, analyst, closed_at: at } = known;
  for (const id of JSON.parse(known.pattern_ids) as number[])
    countDay(tx, id, { outcome, analyst, at }, -1);
  if (known.outcome !== BENIGN || known.pattern_id === null) return;
  for (const trait of JSON.parse(known.traits) as string[])
    tx.run(
      'UPDATE engine_pattern_traits SET n = n - 1 WHERE pattern_id = ? AND trait = ?',
      ...[known.pattern_id, trait],
    );
}

function countDay(tx: WriteTx, patternId: number, verdict: Verdict, n: 1 | -1): void {
  const { outcome, analyst, at } = verdict;
  tx.run(
    `INSERT INTO engine_pattern_days (pattern_id, day, analyst, benign, malicious, last_at)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (pattern_id, day, analyst) DO UPDATE SET benign = benign + excluded.benign,
       malicious = malicious + excluded.malicious, last_at = max(last_at, excluded.last_at)`,
    ...[patternId, Math.floor(at / DAY_MS), analyst],
    ...[outcome === BENIGN ? n : 0, outcome === MALICIOUS ? n : 0, at],
  );
  if (n === -1)
    tx.run(
      `DELETE FROM engine_pattern_days
       WHERE pattern_id = ? AND day = ? AND analyst = ? AND benign <= 0 AND malicious <= 0`,
      ...[patternId, Math.floor(at / DAY_MS), analyst],
    );
}

const BINS = 10;
const binOf = (suspicion: number): number => Math.min(BINS - 1, Math.floor(suspicion / BINS));

/** For the health page: only verdicts that came after the engine had spoken. */
function countOutcome(tx: WriteTx, outcome: Outcome, said: Said | null, n: 1 | -1): void {
  if (said === null || outcome === NEITHER) return;
  tx.run(
    `INSERT INTO engine_outcomes (decision, bin, n, malicious, benign) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (decision, bin) DO UPDATE SET n = n + excluded.n,
       malicious = malicious + excluded.malicious, benign = benign + excluded.benign`,
    ...[said.decision, binOf(said.suspicion), n],
    ...[outcome === MALICIOUS ? n : 0, outcome === BENIGN ? n : 0],
  );
}
