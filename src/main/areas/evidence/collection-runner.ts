/**
 * Collectors that run by themselves: daily, for each automatic task whose day has come. What they
 * write is evidence like any other: it has a chain of custody and waits for a person's review.
 */
import { COLLECTOR_LABELS } from '../../../shared/areas/evidence/collection.rules.ts';
import type { EvidenceType } from '../../../shared/areas/evidence/evidence.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { Database } from '../../db/database.ts';
import { actsOfItsOwn } from '../../db/own-accord.ts';
import type { Caller } from '../../db/write-door.ts';
import { type Clock, localDay } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { nextOf } from './collection.rules.ts';
import {
  dueAutomaticTasks,
  failedSince,
  findTask,
  type NewRun,
  recordRun,
  type TaskRow,
  taskControls,
} from './collection.store.ts';
import { collectAccountList } from './collectors/account-list.store.ts';
import { collectClosedInvestigations } from './collectors/closed-investigations.store.ts';
import type { AutomaticCollectors, CollectedContent, Period } from './collectors/collector.ts';
import { collectInstallationConfiguration } from './collectors/installation-configuration.store.ts';
import { collectQueueRecord } from './collectors/queue-record.store.ts';

/** What becomes a piece of evidence with its file. Times in milliseconds. */
export interface CollectedFile {
  readonly title: string;
  readonly description: string;
  readonly type: EvidenceType;
  readonly collector: string;
  readonly source: string;
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly expirationDate: number | null;
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly controlIds: readonly string[];
  /** Null where nobody asked for it: the collector did it by itself. */
  readonly actor: string | null;
}

export interface CollectionRunnerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly version: string;
  readonly collect: (file: CollectedFile) => Promise<{ readonly id: string }>;
}

const COLLECTORS: AutomaticCollectors = {
  'queue-record': collectQueueRecord,
  'account-list': collectAccountList,
  'installation-configuration': collectInstallationConfiguration,
  'closed-investigations': collectClosedInvestigations,
};
/** The first time, a collector looks back so far. */
const FIRST_PERIOD_MS = 90 * DAY_MS;
/** One that failed is tried again by itself after this; a person may try at once. */
const RETRY_AFTER_MS = DAY_MS / 2;

export function createCollectionRunner(deps: CollectionRunnerDeps) {
  const { db, clock, newId, log } = deps;

  function record(task: TaskRow, run: Omit<NewRun, 'id'>, coveredUntil: number | null): void {
    const caller: Caller = {
      actor: run.actor,
      origin: run.actor === null ? 'system' : 'user',
      action: 'evidence.runTask',
    };
    db.write(caller, (tx) => {
      const now = findTask(tx, task.id);
      if (!now) return;
      const next =
        run.outcome === 'FAILED' ? null : { ...nextOf(now, localDay(tx.now)), coveredUntil };
      recordRun(tx, now, { id: newId(), ...run }, next);
    });
  }

  async function keep(
    task: TaskRow,
    period: Period,
    content: CollectedContent,
    actor: string | null,
  ) {
    const controls = db.read('evidence.taskControls', (reader) => taskControls(reader, task.id));
    const validFor = task.validityDays;
    return deps.collect({
      title: `${task.title}, ${new Date(period.to).toISOString().slice(0, 10)}`,
      description: content.summary,
      type: task.type,
      collector: task.collector,
      source: COLLECTOR_LABELS[task.collector],
      periodStart: period.from,
      periodEnd: period.to,
      expirationDate: validFor === null ? null : period.to + validFor * DAY_MS,
      fileName: content.fileName,
      mediaType: content.mediaType,
      bytes: new TextEncoder().encode(content.text),
      controlIds: controls.map(({ id }) => id),
      actor,
    });
  }

  async function collect(task: TaskRow, actor: string | null): Promise<void> {
    if (task.collector === 'manual') throw new Error('A manual task has no collector');
    const collector = COLLECTORS[task.collector];
    const to = clock.now();
    const period = { from: task.coveredUntil ?? to - FIRST_PERIOD_MS, to };
    const content = db.read('evidence.collect', (reader) =>
      collector({ db: reader, period, version: deps.version }),
    );
    if (content === null) {
      const nothing = { outcome: 'NOTHING_NEW', evidenceId: null, actor, message: null } as const;
      return record(task, nothing, to);
    }
    const { id } = await keep(task, period, content, actor);
    const { summary: message } = content;
    record(task, { outcome: 'COLLECTED', evidenceId: id, actor, message }, to);
  }

  /** @returns why it failed, in words for a person, or null. The failure is recorded, too. */
  async function run(task: TaskRow, actor: string | null): Promise<string | null> {
    try {
      await collect(task, actor);
      return null;
    } catch (error) {
      log.warn('a collector failed', { cause: error, collector: task.collector });
      const why = error instanceof AppError ? error.message : 'The collector failed; see the log';
      record(task, { outcome: 'FAILED', evidenceId: null, actor, message: why }, null);
      return why;
    }
  }

  return {
    run,

    /** Every automatic task whose day has come, one after the other. */
    async runDue(): Promise<void> {
      if (!db.read('evidence.own', actsOfItsOwn)) return;
      const tasks = db.read('evidence.dueTasks', (reader) =>
        dueAutomaticTasks(reader, localDay(clock.now())).filter(
          ({ id }) => !failedSince(reader, id, clock.now() - RETRY_AFTER_MS),
        ),
      );
      for (const task of tasks) await run(task, null);
    },
  };
}
export type CollectionRunner = ReturnType<typeof createCollectionRunner>;
