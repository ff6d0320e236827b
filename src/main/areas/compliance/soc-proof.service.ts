/**
 * The SOC proves the controls: measures the queue's record, opens challenges where it speaks against
 * a control, and says what state each control is in. It never changes a control: only a person who
 * confirms a challenge does.
 */
import type {
  Challenge,
  ControlSocProof,
  QueueRecord,
  SocControl,
} from '../../../shared/areas/compliance/gaps.contract.ts';
import { measuresOf, socState } from '../../../shared/areas/compliance/soc-proof.rules.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { actsOfItsOwn } from '../../db/own-accord.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import {
  type ChallengeQuery,
  type ClaimedControl,
  countOpen,
  decideChallenge,
  listChallenges,
  openByControl,
  openChallenges,
  readClaims,
} from './challenges.store.ts';
import { mustFindControl } from './control-assess.store.ts';
import { activeRules } from './control-exceptions.store.ts';
import { createQueueRecordKeeper } from './queue-record.keeper.ts';
import { type DoubtDeps, findDoubts } from './soc-proof-doubts.ts';
import { readTechniqueCounts } from './threat.store.ts';
import { indexPlaces, threatsOfControls } from './threat-controls.ts';

export interface SocProofDeps extends DoubtDeps {
  readonly db: Database;
  readonly clock: Clock;
}

const CHALLENGES_SHOWN = 20;

export function createSocProofService(deps: SocProofDeps) {
  const { db, clock } = deps;
  const keeper = createQueueRecordKeeper(db, clock);

  function decide(
    id: string,
    state: 'CONFIRMED' | 'DISMISSED',
    { actor, note }: { actor: string; note: string | null },
  ): Challenge {
    const verb = state === 'CONFIRMED' ? 'confirmChallenge' : 'dismissChallenge';
    const caller = { actor, origin: 'user', action: `compliance.${verb}`, reason: note } as const;
    return db.write(caller, (tx) => decideChallenge(tx, id, { state, actor, note }));
  }

  async function evaluate(actor: string | null): Promise<{ record: QueueRecord; opened: number }> {
    const measured = await keeper.measure();
    const doubts = db.read('compliance.doubts', (reader) =>
      findDoubts(reader, deps, measured, clock.now()),
    );
    if (doubts.length === 0 || !db.read('compliance.own', actsOfItsOwn))
      return { record: measured.record, opened: 0 };
    const origin = actor === null ? 'system' : 'user';
    const caller = { actor, origin, action: 'compliance.openChallenge' } as const;
    const opened = db.write(caller, (tx) => openChallenges(tx, doubts));
    return { record: measured.record, opened };
  }

  return {
    evaluate,
    challenges: (query: ChallengeQuery) =>
      db.read('compliance.challenges', (reader) => listChallenges(reader, query)),
    confirm: (id: string, actor: string, note: string | null) =>
      decide(id, 'CONFIRMED', { actor, note }),
    dismiss: (id: string, actor: string, note: string) => decide(id, 'DISMISSED', { actor, note }),

    async overview() {
      const record = await keeper.current();
      return db.read('compliance.socProof', (reader) => ({
        record,
        controls: socControls(reader, record),
        openChallenges: countOpen(reader),
      }));
    },

    /** @throws AppError 'not-found'. */
    async ofControl(id: string): Promise<ControlSocProof> {
      const control = db.read('compliance.control', (reader) => {
        mustFindControl(reader, id);
        return readClaims(reader).find((one) => one.id === id);
      });
      const isProved = control !== undefined && measuresOf(control.pack, control.ref) !== null;
      const record = isProved ? await keeper.current() : null;
      return db.read('compliance.controlSocProof', (reader) => ({
        ...stateOf(reader, id, control, record),
        techniques: control ? techniquesOf(reader, deps, control) : [],
        rules: activeRules(reader, id, clock.now()),
        challenges: listChallenges(reader, { limit: CHALLENGES_SHOWN, control: id }).rows,
      }));
    },

    /** Whether a day has passed since the last measure, and there is something to measure it for. */
    isDue: (): boolean =>
      keeper.fresh() === null &&
      db.read('compliance.claims', (reader) => readClaims(reader).length > 0),
  };
}
export type SocProofService = ReturnType<typeof createSocProofService>;

function socControls(reader: ReadDb, record: QueueRecord): SocControl[] {
  const open = openByControl(reader);
  return readClaims(reader).flatMap(
    (control) => toSocControl(control, record, open.get(control.id) ?? 0) ?? [],
  );
}

function toSocControl(
  control: ClaimedControl,
  { alerts, figures }: QueueRecord,
  openCount: number,
): SocControl | null {
  const measures = measuresOf(control.pack, control.ref);
  if (measures === null) return null;
  const { id: controlId, ref, title, frameworkId, framework, status } = control;
  const own = figures.filter(({ measure }) => measures.includes(measure));
  return {
    ...{ controlId, ref, title, frameworkId, framework, status },
    measures: [...measures],
    state: socState({ alerts, figures: own, openChallenges: openCount }),
  };
}

function stateOf(
  reader: ReadDb,
  id: string,
  control: ClaimedControl | undefined,
  record: QueueRecord | null,
): Pick<ControlSocProof, 'state' | 'record' | 'figures'> {
  const open = openByControl(reader).get(id) ?? 0;
  const proof = control && record ? toSocControl(control, record, open) : null;
  return {
    state: proof?.state ?? (open > 0 ? 'challenged' : null),
    record,
    figures: (record?.figures ?? []).filter(({ measure }) => proof?.measures.includes(measure)),
  };
}

function techniquesOf(
  reader: ReadDb,
  deps: SocProofDeps,
  control: ClaimedControl,
): ControlSocProof['techniques'] {
  const counts = readTechniqueCounts(reader, deps.clock.now());
  const places = indexPlaces([control]);
  const threats = threatsOfControls(reader, { ...deps, places }, counts).get(control.id) ?? [];
  return threats.map(({ id, alerts }) => ({ id, alerts }));
}

/** Often enough that a day that begins while the machine sleeps is noticed soon after it wakes. */
const LOOK_EVERY_MS = 30 * 60_000;

/**
 * Evaluates at the start and then daily. A failure waits for the next look. Whether it is due at the
 * start is asked at once: a workspace that is made in the next moment has a past that speaks for itself.
 */
export function startSocProof(service: SocProofService, log: Log): () => void {
  const look = async () => {
    try {
      if (service.isDue()) await service.evaluate(null);
    } catch (error) {
      log.warn('the record of the queue could not be measured', { cause: error });
    }
  };
  const first = service.isDue() ? setImmediate(() => void look()) : undefined;
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  first?.unref();
  timer.unref();
  return () => {
    if (first) clearImmediate(first);
    clearInterval(timer);
  };
}
