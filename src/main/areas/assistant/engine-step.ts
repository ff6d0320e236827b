/**
 * One short step of the engine's work, in one transaction. What it has done is written in it, so that
 * whatever ends the process, the next step goes on where this one ended: first what there is to learn,
 * then what changed behind it, then new alerts, at last open alerts of patterns that changed.
 */
import { isActive } from '../../../shared/areas/alerts/alerts.rules.ts';
import { assess } from '../../../shared/areas/assistant/engine/assess.ts';
import { ENGINE_VERSION } from '../../../shared/areas/assistant/engine/engine.types.ts';
import {
  createTextFinder,
  type FindTexts,
  textFindings,
} from '../../../shared/areas/assistant/engine/text-findings.ts';
import type { Explanation } from '../../../shared/areas/assistant/explanation.ts';
import type { ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { TacticsOf } from './attack-tactics.ts';
import type { TellOfTrip } from './automation-trip.store.ts';
import { createFactsReader, type FactsReader } from './engine-facts.store.ts';
import { learn } from './engine-memory.store.ts';
import { reasonBits, refitIfDue } from './engine-points.store.ts';
import { takeRedo } from './engine-redo.store.ts';
import { type AlertRow, decisionNumber, type ScoredAlert, toScored } from './engine-rows.ts';
import { noteSightings } from './engine-sightings.store.ts';
import { readSupport } from './engine-support.store.ts';
import {
  hasDirtyPattern,
  lastSeq,
  markPattern,
  nextAlerts,
  readDecision,
  readProgress,
  saveDecision,
  saveLearned,
  saveScored,
  startAnew,
  takeDirty,
  takeDirtyValue,
  takeOfPattern,
} from './engine-work.store.ts';

export interface EngineDeps {
  readonly tacticsOf: TacticsOf;
  readonly tell: TellOfTrip;
  /** Remembers what it found in texts, which later alerts often share. */
  readonly findTexts?: FindTexts;
}

export interface StepOutcome {
  /** Alerts that were looked at. */
  readonly done: number;
  readonly isOver: boolean;
  /** Open alerts that would be closed now: whoever may close looks at each again. */
  readonly toClose: readonly string[];
}

/** Learning costs a tenth of a decision. */
const LEARNED_AT_ONCE = 4;

export function engineStep(tx: WriteTx, deps: EngineDeps, limit: number): StepOutcome {
  const progress = readProgress(tx);
  if (progress?.version !== ENGINE_VERSION) {
    startAnew(tx);
    return { done: 0, isOver: false, toClose: [] };
  }
  refitIfDue(tx);
  const facts = createFactsReader(tx, deps.tacticsOf);
  const last = lastSeq(tx);
  if (progress.learned < last) return learnNew(tx, deps, facts, progress.learned, limit);
  const dirty = takeDirty(tx, limit).map(toScored);
  if (dirty.length > 0) return lookAgain(tx, deps, facts, dirty);
  if (takeDirtyValue(tx)) return { done: 0, isOver: false, toClose: [] };
  if (progress.scored < last) return scoreNew(tx, deps, facts, { after: progress.scored, limit });
  const redone = takeRedo(tx, limit);
  if (redone)
    return {
      done: redone.length,
      isOver: false,
      toClose: decide(tx, deps, facts, redone.map(toScored)),
    };
  if (!hasDirtyPattern(tx)) return { done: 0, isOver: true, toClose: [] };
  const rows = takeOfPattern(tx, limit);
  return { done: rows.length, isOver: false, toClose: decide(tx, deps, facts, rows.map(toScored)) };
}

function learnNew(
  tx: WriteTx,
  deps: EngineDeps,
  facts: FactsReader,
  after: number,
  limit: number,
): StepOutcome {
  const rows = nextAlerts(tx, after, limit * LEARNED_AT_ONCE);
  const alerts = rows.map(toScored);
  noteSightings(tx, alerts);
  for (const one of alerts) {
    const isNews = learn(tx, one, saidBefore(tx, one), { ...deps, burstOf: facts.burstOf });
    if (isNews) markPattern(tx, one);
  }
  saveLearned(tx, rows.at(-1)?.seq ?? lastSeq(tx));
  return { done: 0, isOver: false, toClose: [] };
}

function lookAgain(
  tx: WriteTx,
  deps: EngineDeps,
  facts: FactsReader,
  alerts: readonly ScoredAlert[],
): StepOutcome {
  for (const one of alerts) {
    const said = readDecision(tx, one.row.seq) ?? null;
    if (learn(tx, one, said, { ...deps, burstOf: facts.burstOf })) markPattern(tx, one);
  }
  const scored = readProgress(tx)?.scored ?? 0;
  const open = alerts.filter(({ row }) => isWaiting(row) && row.seq <= scored);
  return { done: open.length, isOver: false, toClose: decide(tx, deps, facts, open) };
}

/** The decision that stood when the verdict was given: made anew, the memory keeps what it was told. */
function saidBefore(tx: WriteTx, { row }: ScoredAlert) {
  const said = readDecision(tx, row.seq);
  return said && row.resolvedAt !== null && said.scored_at <= row.resolvedAt ? said : null;
}

/** What is closed keeps the decision that it was closed with. */
function scoreNew(
  tx: WriteTx,
  deps: EngineDeps,
  facts: FactsReader,
  { after, limit }: { after: number; limit: number },
): StepOutcome {
  const rows = nextAlerts(tx, after, limit);
  const alerts = rows
    .filter((row) => isWaiting(row) || readDecision(tx, row.seq) === undefined)
    .map(toScored);
  const toClose = decide(tx, deps, facts, alerts);
  saveScored(tx, rows.at(-1)?.seq ?? lastSeq(tx));
  return { done: rows.length, isOver: false, toClose };
}

const isWaiting = (row: AlertRow) =>
  isActive(row.status) && row.suppressedBy === null && row.deletedAt === null;

function decide(
  tx: WriteTx,
  { findTexts = createTextFinder() }: EngineDeps,
  facts: FactsReader,
  alerts: readonly ScoredAlert[],
): string[] {
  const toClose: string[] = [];
  for (const one of alerts) {
    const { decision, suspicion, reasons } = assessNow(tx, facts, one, { now: tx.now, findTexts });
    saveDecision(tx, one, {
      ...{ decision: decisionNumber(decision), suspicion },
      reasons: reasonBits(reasons.map(({ code }) => code)),
    });
    if (decision === 'auto-close' && one.row.status === 'OPEN' && isWaiting(one.row))
      toClose.push(one.row.id);
  }
  return toClose;
}

/** @param findTexts Remembers what it found in a text, which neighbours often share. */
export function assessNow(
  db: ReadDb,
  facts: FactsReader,
  one: ScoredAlert,
  { now, findTexts = textFindings }: { now: number; findTexts?: FindTexts },
): Explanation {
  return assess(one.alert, facts.read(one, now), readSupport(db, one.keys, now), {
    ...facts.points,
    findTexts,
  });
}
