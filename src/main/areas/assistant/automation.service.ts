/**
 * What people decide about automation. Switching on grants the power to close; the defences: an
 * administrator does it, with a reason, pattern by pattern, after 149 audits without error that are not
 * all their own where somebody else could have made them.
 */

import type {
  Audit,
  AutomationHealth,
  AutomationPattern,
  AutomationPolicy,
  Trip,
} from '../../../shared/areas/assistant/automation.contract.ts';
import { AUDITS_NEEDED, blockedFromOn } from '../../../shared/areas/assistant/automation.rules.ts';
import { shareOf } from '../../../shared/areas/assistant/confidence.ts';
import { ENGINE_VERSION } from '../../../shared/areas/assistant/engine/engine.types.ts';
import type { PatternState } from '../../../shared/areas/assistant/engine.contract.ts';
import { DECISIONS } from '../../../shared/areas/assistant/explanation.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import { mayApproveOwn } from '../../db/approvers.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import type { Clock } from '../../platform/clock.ts';
import { readAlert } from './auto-close.store.ts';
import {
  addAudit,
  answerAudit,
  countAudits,
  countClosedOn,
  decidedPattern,
  findAudits,
  findPattern,
  type PolicyRow,
  readPolicy,
  savePattern,
  savePolicy,
  soleAuditor,
} from './automation.store.ts';
import { calibrationOf } from './automation-calibration.ts';
import {
  countClosings,
  countDecisions,
  countGivenAudits,
  countOpenSecondLooks,
  countWaitingAudits,
  type ListedPattern,
  listPatterns,
  listTrips,
  type OutcomeRow,
  onePattern,
  readOutcomes,
  shadowDecision,
  waitingAudits,
} from './automation-lists.store.ts';
import { createSecondLooks } from './automation-looks.service.ts';
import { type TellOfTrip, type Tripped, tripBy } from './automation-trip.store.ts';
import { pointsHealth } from './engine-points.health.ts';
import { lastRefit } from './engine-points.store.ts';
import { redoOpen } from './engine-redo.store.ts';
import { AUTO_CLOSE } from './engine-rows.ts';
import { accountName } from './engine-support.store.ts';
import { hasWork } from './engine-work.store.ts';

/** Of the alerts area, handed over by the wiring. */
export type ReopenAlert = (
  tx: WriteTx,
  id: string,
  by: { readonly actor: string; readonly reason: string },
) => void;

export interface AutomationDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly reopenAlert: ReopenAlert;
  readonly tell: TellOfTrip;
}

const PATTERNS_LISTED = 200;
const LISTED = 200;

const by = (actor: string, action: string, reason: string | null = null): Caller => ({
  ...{ actor, origin: 'user', action: `automation.${action}`, reason },
});
const nameOf = (db: ReadDb, id: string | null) => (id === null ? null : accountName(db, id));

function toPolicy(db: ReadDb): AutomationPolicy {
  const { state, dailyCap, points, reason, changedBy, changedAt } = readPolicy(db);
  return {
    ...{ state, dailyCap, points, reason, changedByName: nameOf(db, changedBy) },
    changedAt: changedAt === 0 ? null : toIso(changedAt),
  };
}

function toPattern(db: ReadDb, row: ListedPattern, now: number): AutomationPattern {
  const decided = decidedPattern(db, row.uid);
  const audits = countAudits(db, row.uid);
  return {
    ...{ id: row.uid, label: row.label, state: decided?.state ?? 'SHADOW' },
    ...{ reason: decided?.reason ?? null, changedByName: nameOf(db, decided?.changedBy ?? null) },
    changedAt: decided ? toIso(decided.changedAt) : null,
    ...{ benign: row.benign, malicious: row.malicious, days: row.days, analysts: row.analysts },
    lastAt: row.last_at === null ? null : toIso(row.last_at),
    audits: { ...audits, needed: AUDITS_NEEDED },
    ...{ wouldClose: row.would_close, closed: row.closed },
    closedToday: countClosedOn(db, row.uid, now),
    blockedBy: blockedFromOn(audits),
  };
}

const total = (rows: readonly OutcomeRow[], what: 'n' | 'benign' | 'malicious') =>
  rows.reduce((sum, row) => sum + row[what], 0);

/** The pattern that it is about. @throws AppError 'conflict' where nothing waits. */
function giveAudit(
  tx: WriteTx,
  {
    alertId,
    verdict,
    note,
    actor,
  }: {
    alertId: string;
    verdict: 'AGREE' | 'DISAGREE';
    note: string | null;
    actor: string;
  },
): string {
  const known = findAudits(tx, alertId);
  const drawn = known.find((audit) => audit.verdict === null);
  if (drawn) {
    answerAudit(tx, drawn.id, { verdict, note, auditedBy: actor });
    return drawn.patternId;
  }
  const shadow = known.length > 0 ? undefined : shadowDecision(tx, alertId);
  if (!shadow) throw new AppError('conflict', 'This alert does not wait for an audit.');
  addAudit(tx, {
    ...{ alertId, patternId: shadow.uid, kind: 'SHADOW', decidedAt: shadow.scored_at },
    ...{ verdict, note, auditedBy: actor, auditedAt: tx.now },
  });
  return shadow.uid;
}

export function createAutomationService({ db, clock, reopenAlert, tell }: AutomationDeps) {
  function mustFindPattern(reader: ReadDb, uid: string) {
    const pattern = findPattern(reader, uid);
    if (!pattern) throw new AppError('not-found', 'There is no such pattern');
    return pattern;
  }

  /** @throws AppError 'conflict' that says what is missing. */
  function refuseOn(reader: ReadDb, uid: string, actor: string): void {
    const blocked = blockedFromOn(countAudits(reader, uid));
    if (blocked !== null)
      throw new AppError('conflict', `This pattern has not earned it yet: ${blocked}`);
    if (soleAuditor(reader, uid) === actor && !mayApproveOwn(reader, 'alerts.write'))
      throw new AppError(
        'conflict',
        'All audits of this pattern are yours: somebody else must audit some of it, or switch it on.',
      );
  }

  return {
    health(): AutomationHealth {
      return db.read('automation.health', (reader) => {
        const counts = new Map(countDecisions(reader).map(({ decision, n }) => [decision, n]));
        const outcomes = readOutcomes(reader);
        const closing = outcomes.filter(({ decision }) => decision === AUTO_CLOSE);
        const audits = countGivenAudits(reader);
        return {
          ...{ version: ENGINE_VERSION, isBehind: hasWork(reader), policy: toPolicy(reader) },
          decided: Object.fromEntries(
            DECISIONS.map((decision, n) => [decision, counts.get(n) ?? 0]),
          ) as AutomationHealth['decided'],
          precision: shareOf(total(closing, 'benign'), total(closing, 'n')),
          coverage: shareOf(total(closing, 'n'), total(outcomes, 'n')),
          audits: shareOf(audits.agreed, audits.n),
          closed: countClosings(reader),
          calibration: calibrationOf(outcomes),
          points: pointsHealth(reader),
          waiting: {
            audits: countWaitingAudits(reader),
            secondLooks: countOpenSecondLooks(reader),
          },
        };
      });
    },

    setPolicy(
      change: { state: 'SHADOW' | 'ON'; dailyCap?: number | undefined; reason: string },
      actor: string,
    ): AutomationPolicy {
      return db.write(by(actor, 'set-policy', change.reason), (tx) => {
        const before = readPolicy(tx);
        const dailyCap = change.dailyCap ?? before.dailyCap;
        if (before.state === change.state && before.dailyCap === dailyCap)
          throw new AppError('conflict', 'Automation is set so already.');
        const { points } = before;
        const { state, reason } = change;
        savePolicy(tx, { state, dailyCap, points, reason, changedBy: actor });
        return toPolicy(tx);
      });
    },

    /** Decisions about open alerts are made anew by them. */
    setPoints(
      { use, reason }: { use: PolicyRow['points']; reason: string },
      actor: string,
    ): AutomationPolicy {
      return db.write(by(actor, 'set-points', reason), (tx) => {
        const { state, dailyCap, points } = readPolicy(tx);
        if (points === use) throw new AppError('conflict', 'Points are set so already.');
        savePolicy(tx, { state, dailyCap, points: use, reason, changedBy: actor });
        if (lastRefit(tx)) redoOpen(tx);
        return toPolicy(tx);
      });
    },

    patterns: (): AutomationPattern[] =>
      db.read('automation.patterns', (reader) =>
        listPatterns(reader, clock.now(), PATTERNS_LISTED).map((row) =>
          toPattern(reader, row, clock.now()),
        ),
      ),

    switchPattern(
      uid: string,
      { to, reason }: { to: Exclude<PatternState, 'TRIPPED'>; reason: string },
      actor: string,
    ): AutomationPattern {
      return db.write(by(actor, 'switch-pattern', reason), (tx) => {
        const pattern = mustFindPattern(tx, uid);
        const state = decidedPattern(tx, uid)?.state ?? 'SHADOW';
        if (state === to) throw new AppError('conflict', 'This pattern is set so already.');
        if (to === 'ON') refuseOn(tx, uid, actor);
        // Who sets it back after an error begins to audit anew.
        const isAnew = to === 'SHADOW' && state === 'TRIPPED';
        savePattern(tx, pattern, { state: to, reason, by: actor, isAnew });
        const row = onePattern(tx, uid, tx.now);
        if (!row) throw new AppError('not-found', 'There is no such pattern');
        return toPattern(tx, row, tx.now);
      });
    },

    audits(limit: number): { rows: Audit[]; total: number } {
      return db.read('automation.audits', (reader) => ({
        total: countWaitingAudits(reader),
        rows: waitingAudits(reader, limit).map((row) => ({
          alert: {
            ...{ id: row.id, title: row.title, severity: row.severity, source: row.source },
            createdAt: toIso(row.created_at),
          },
          ...{ kind: row.kind, patternId: row.uid, patternLabel: row.label },
          ...{ suspicion: row.suspicion, decidedAt: toIso(row.decided_at) },
        })),
      }));
    },

    /** Agreeing closes nothing; disagreeing is an error that a person confirmed. */
    audit(
      given: { alertId: string; verdict: 'AGREE' | 'DISAGREE'; note: string | null },
      actor: string,
    ): { tripped: Tripped } {
      const { alertId, verdict, note } = given;
      return db.write(by(actor, 'audit', note), (tx) => {
        const alert = readAlert(tx, alertId);
        if (!alert) throw new AppError('not-found', 'There is no such alert');
        const patternUid = giveAudit(tx, { alertId, verdict, note, actor });
        if (verdict === 'AGREE') return { tripped: 'NOTHING' };
        const reason = note ?? 'A person disagreed in an audit';
        const isClosed = alert.status === 'RESOLVED' || alert.status === 'FALSE_POSITIVE';
        if (isClosed && alert.autoClosedAt !== null && alert.closedBy === null)
          reopenAlert(tx, alertId, { actor, reason });
        return { tripped: tripBy(tx, { patternUid, alertId, reason, confirmedBy: actor }, tell) };
      });
    },

    ...createSecondLooks({ db, tell }),

    trips: (): Trip[] =>
      db.read('automation.trips', (reader) =>
        listTrips(reader, LISTED).map((row) => ({
          ...{ id: row.id, patternLabel: row.pattern_id === null ? null : (row.label ?? '') },
          ...{ alertId: row.alert_id, alertTitle: row.title, reason: row.reason },
          confirmedByName: nameOf(reader, row.confirmed_by),
          at: toIso(row.at),
        })),
      ),
  };
}
export type AutomationService = ReturnType<typeof createAutomationService>;
