/**
 * What the queue says against controls now. A control is doubted where it claims something (compliant
 * or in part), and only by what happened after its last assessment and the last decision on such a
 * doubt: who assessed it knew what came before.
 *
 * - By an alert: a person confirmed an alert of a technique that the control should stop. A control
 *   that the queue itself proves (detection, response) is doubted only where that alert was first
 *   looked at after its time limit: looked at in time, it shows that the control works.
 * - By a threshold: a figure that proves the control is beyond its limit.
 */
import {
  measuresOf,
  proposedStatus,
  RECORD_MS,
} from '../../../shared/areas/compliance/soc-proof.rules.ts';
import { HOUR_MS, toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import type { NewId } from '../../platform/ids.ts';
import {
  type ClaimedControl,
  type NewChallenge,
  readChallengeMarks,
  readClaims,
} from './challenges.store.ts';
import type { CrosswalkGraph } from './crosswalk-graph.ts';
import type { ConfirmedTechnique, Measured } from './queue-record.ts';
import { controlsOfRef, indexPlaces, type PlacedControl } from './threat-controls.ts';
import type { ThreatTable } from './threat-table.ts';

export interface DoubtDeps {
  readonly graph: CrosswalkGraph;
  readonly table: ThreatTable;
  readonly newId: NewId;
}

interface Doubted {
  readonly technique: string;
  readonly found: ConfirmedTechnique;
}

export function findDoubts(
  db: ReadDb,
  deps: DoubtDeps,
  measured: Measured,
  now: number,
): NewChallenge[] {
  const claims = readClaims(db);
  const marks = readChallengeMarks(db);
  const knownUntil = (control: ClaimedControl, kind: NewChallenge['kind']) =>
    Math.max(control.lastAssessment ?? 0, marks.get(`${control.id} ${kind}`)?.decidedAt ?? 0);
  const byAlert = alertsAgainst(db, deps, claims, measured);
  return claims.flatMap((control) => {
    const proposed = proposedStatus(control.status);
    if (proposed === null) return [];
    const base = { controlId: control.id, proposedStatus: proposed };
    const doubts: NewChallenge[] = [];
    const doubted = byAlert.get(control.id);
    if (doubted && doubted.found.alert.resolvedAt > knownUntil(control, 'ALERT'))
      doubts.push({
        id: deps.newId(),
        ...base,
        ...ofAlert(doubted, (id) => deps.table.nameOf(db, id)),
      });
    const broken = brokenFigures(control, measured);
    if (broken.length > 0 && knownUntil(control, 'THRESHOLD') < now - RECORD_MS)
      doubts.push({ id: deps.newId(), ...base, ...ofFigures(broken, measured) });
    return doubts;
  });
}

const isProvedByQueue = ({ pack, ref }: Pick<ClaimedControl, 'pack' | 'ref'>) =>
  measuresOf(pack, ref) !== null;

/** By control: of the techniques that it should stop, the one whose alert was resolved last. */
function alertsAgainst(
  db: ReadDb,
  deps: DoubtDeps,
  claims: readonly ClaimedControl[],
  { newest, newestLate }: Measured,
): ReadonlyMap<string, Doubted> {
  const sameAs = createSameControls(db, deps, claims);
  const against = new Map<string, Doubted>();
  const put = (control: PlacedControl, technique: string) => {
    const found = (isProvedByQueue(control) ? newestLate : newest).get(technique);
    const before = against.get(control.id)?.found.alert.resolvedAt ?? Number.NEGATIVE_INFINITY;
    if (found && found.alert.resolvedAt > before) against.set(control.id, { technique, found });
  };
  for (const technique of newest.keys())
    for (const ref of deps.table.controlsOf(technique))
      for (const control of sameAs(ref)) put(control, technique);
  return against;
}

/**
 * Controls that are one of SP 800-53 or the same by a crosswalk. Only those: what shares a part with
 * it may have stopped the technique in the other part.
 */
function createSameControls(db: ReadDb, deps: DoubtDeps, claims: readonly ClaimedControl[]) {
  const places = indexPlaces(claims);
  const kept = new Map<string, readonly PlacedControl[]>();
  return (ref: string): readonly PlacedControl[] => {
    const known = kept.get(ref);
    if (known) return known;
    const found = controlsOfRef(db, { graph: deps.graph, places }, ref)
      .filter(({ relation }) => relation === null || relation === 'equal')
      .map(({ control }) => control);
    kept.set(ref, found);
    return found;
  };
}

const day = (ms: number) => toIso(ms).slice(0, 10);

function ofAlert(
  { technique, found: { alert, lateMs } }: Doubted,
  nameOf: (technique: string) => string | null,
) {
  const name = nameOf(technique);
  const called = name === null ? technique : `${technique} ${name}`;
  const late =
    lateMs > 0
      ? ` It was first looked at ${(lateMs / HOUR_MS).toFixed(1)} h after its time limit.`
      : '';
  return {
    kind: 'ALERT' as const,
    alertId: alert.id,
    technique,
    measure: null,
    reason: `A confirmed alert (resolved ${day(alert.resolvedAt)}) exercised ${called}, which this control should stop.${late}`,
    facts: { resolvedAt: toIso(alert.resolvedAt), lateMs },
  };
}

function brokenFigures(control: ClaimedControl, { record }: Measured) {
  const measures = measuresOf(control.pack, control.ref) ?? [];
  return record.figures.filter(({ measure, isBroken }) => isBroken && measures.includes(measure));
}

function ofFigures(broken: Measured['record']['figures'], { record }: Measured) {
  const [first] = broken;
  const period = `From ${record.from.slice(0, 10)} to ${record.to.slice(0, 10)}`;
  return {
    kind: 'THRESHOLD' as const,
    alertId: null,
    technique: null,
    measure: first?.measure ?? null,
    reason: `${period}: ${broken.map(({ text }) => text).join('. ')}.`,
    facts: { from: record.from, to: record.to, figures: broken },
  };
}
