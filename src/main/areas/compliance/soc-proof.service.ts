/**
 * The SOC proves the controls: measures the queue's record, opens challenges where it speaks against
 * a control, and says what state each control is in. It never changes a control: only a person who
 * confirms a challenge does.
 */
import {
  type Challenge,
  type ControlSocProof,
  type QueueRecord,
  queueRecordSchema,
  type SocControl,
} from '../../../shared/areas/compliance/gaps.contract.ts';
import { measuresOf, socState } from '../../../shared/areas/compliance/soc-proof.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { Database } from '../../db/database.ts';
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
import { findControl } from './control-assess.store.ts';
import { readRecord, saveRecord } from './queue-record.store.ts';
import { measureQueue } from './queue-record.ts';
import { type DoubtDeps, findDoubts } from './soc-proof-doubts.ts';
import { readTechniqueCounts } from './threat.store.ts';
import { indexPlaces, threatsOfControls } from './threat-controls.ts';

export interface SocProofDeps extends DoubtDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly lookEveryMs?: number;
}

const LOOK_EVERY_MS = 30 * 60_000;
const CHALLENGES_SHOWN = 20;

export function createSocProofService(deps: SocProofDeps) {
  const { db, clock, log } = deps;

  /** Null where none was measured, or a newer version wrote it otherwise. */
  function keptRecord(): { at: number; record: QueueRecord } | null {
    const kept = db.read('compliance.queueRecord', readRecord);
    const parsed = queueRecordSchema.safeParse(kept?.record);
    return kept && parsed.success ? { at: kept.at, record: parsed.data } : null;
  }

  async function measure() {
    const now = clock.now();
    const measured = await measureQueue(db, now);
    db.write({ actor: null, origin: 'system', action: 'compliance.measureQueue' }, (tx) =>
      saveRecord(tx, now, measured.record),
    );
    return measured;
  }

  async function evaluate(actor: string | null): Promise<{ record: QueueRecord; opened: number }> {
    const measured = await measure();
    const doubts = db.read('compliance.doubts', (reader) =>
      findDoubts(reader, deps, measured, clock.now()),
    );
    const origin = actor === null ? 'system' : 'user';
    const opened =
      doubts.length === 0
        ? 0
        : db.write({ actor, origin, action: 'compliance.openChallenge' }, (tx) =>
            openChallenges(tx, doubts),
          );
    return { record: measured.record, opened };
  }

  /** Measured anew where the last time was more than a day ago. */
  async function record(): Promise<QueueRecord> {
    const kept = keptRecord();
    const isFresh = kept !== null && clock.now() - kept.at < DAY_MS && kept.at <= clock.now();
    return isFresh ? kept.record : (await measure()).record;
  }

  function decide(
    id: string,
    state: 'CONFIRMED' | 'DISMISSED',
    { actor, note }: { actor: string; note: string | null },
  ): Challenge {
    const verb = state === 'CONFIRMED' ? 'confirmChallenge' : 'dismissChallenge';
    const caller = { actor, origin: 'user', action: `compliance.${verb}`, reason: note } as const;
    return db.write(caller, (tx) => decideChallenge(tx, id, { state, actor, note }));
  }

  const hasClaims = () => db.read('compliance.claims', (reader) => readClaims(reader).length > 0);

  return {
    evaluate,
    challenges: (query: ChallengeQuery) =>
      db.read('compliance.challenges', (reader) => listChallenges(reader, query)),
    confirm: (id: string, actor: string, note: string | null) =>
      decide(id, 'CONFIRMED', { actor, note }),
    dismiss: (id: string, actor: string, note: string) => decide(id, 'DISMISSED', { actor, note }),

    async overview() {
      const current = await record();
      return db.read('compliance.socProof', (reader) => {
        const open = openByControl(reader);
        const controls = readClaims(reader).flatMap((control) => {
          const found = toSocControl(control, current, open.get(control.id) ?? 0);
          return found ? [found] : [];
        });
        return { record: current, controls, openChallenges: countOpen(reader) };
      });
    },

    /** @throws AppError 'not-found'. */
    async ofControl(id: string): Promise<ControlSocProof> {
      const claims = db.read('compliance.claims', readClaims);
      const control = claims.find((one) => one.id === id);
      if (!control) return otherControl(id);
      const isProved = measuresOf(control.pack, control.ref) !== null;
      const current = isProved ? await record() : null;
      return db.read('compliance.controlSocProof', (reader) => {
        const places = indexPlaces([control]);
        const counts = readTechniqueCounts(reader, clock.now());
        const threats = threatsOfControls(reader, { ...deps, places }, counts).get(id) ?? [];
        const query = { limit: CHALLENGES_SHOWN, control: id };
        const open = openByControl(reader).get(id) ?? 0;
        const proof = current && toSocControl(control, current, open);
        return {
          state: proof?.state ?? (open > 0 ? 'challenged' : null),
          record: current,
          figures: (current?.figures ?? []).filter(({ measure: one }) =>
            proof?.measures.includes(one),
          ),
          techniques: threats.map(({ id: technique, alerts }) => ({ id: technique, alerts })),
          challenges: listChallenges(reader, query).rows,
        };
      });
    },

    /** Daily: at the start and whenever a day has passed. Nothing is done where there is no control. */
    schedule(): () => void {
      const look = async () => {
        try {
          const kept = keptRecord();
          if (kept && clock.now() - kept.at < DAY_MS) return;
          if (hasClaims()) await evaluate(null);
        } catch (error) {
          log.warn('the record of the queue could not be measured', { cause: error });
        }
      };
      const first = setImmediate(() => void look());
      const timer = setInterval(() => void look(), deps.lookEveryMs ?? LOOK_EVERY_MS);
      first.unref();
      timer.unref();
      return () => {
        clearImmediate(first);
        clearInterval(timer);
      };
    },
  };

  /** One that is in no score, or of a framework that is switched off: it has challenges at most. */
  function otherControl(id: string): ControlSocProof {
    const isThere = db.read('compliance.control', (reader) => findControl(reader, id));
    if (!isThere) throw new AppError('not-found', 'There is no such control');
    const { rows } = db.read('compliance.challenges', (reader) =>
      listChallenges(reader, { limit: CHALLENGES_SHOWN, control: id }),
    );
    return { state: null, record: null, figures: [], techniques: [], challenges: rows };
  }
}
export type SocProofService = ReturnType<typeof createSocProofService>;

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
