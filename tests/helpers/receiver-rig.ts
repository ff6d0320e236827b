/** A receiver over real sockets with its real spool, and the job that empties it into a real database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { checkedPlan } from '../../src/main/areas/integrations/receivers/checked-plan.ts';
import type { FolderFile } from '../../src/main/areas/integrations/receivers/folder-watch.ts';
import { createReceiveJob } from '../../src/main/areas/integrations/receivers/receive.jobs.ts';
import type {
  ReceiverPlan,
  ReceiverState,
} from '../../src/main/areas/integrations/receivers/receiver.types.ts';
import { ReceiverRun } from '../../src/main/areas/integrations/receivers/receiver-run.ts';
import { spoolKey } from '../../src/main/areas/integrations/receivers/spool-frame.ts';

import type { JobContext } from '../../src/main/jobs/job.ts';
import { startStage } from '../../src/main/jobs/stage.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import { receivedAlerts } from '../../src/main/workers/received-alerts.ts';
import type { TestDb } from './open-test-db.ts';

const WORKER = new URL('../../src/main/workers/job-worker.ts', import.meta.url);
/** Of openTestDb. */
const KEY = Buffer.alloc(32, 5);

export interface ReceiverRig {
  readonly run: ReceiverRun;
  readonly dataDir: string;
  state(): ReceiverState;
  /** Port of the listener with this transport ('UDP', 'TCP', 'TLS', 'HTTP', 'HTTPS'). */
  port(transport: string): number;
  /** Ticks as the thread does, until it holds. @throws after ten seconds */
  until(holds: () => boolean | Promise<boolean>): Promise<void>;
  close(): Promise<void>;
}

export interface RigOptions {
  readonly receiver: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly dataDir?: string;
  readonly isIsolated?: boolean;
  readonly spoolLimitBytes?: number;
  readonly takeFile?: (file: FolderFile) => Promise<string | null>;
}

export async function openRig(options: RigOptions): Promise<ReceiverRig> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'watchfloor-receiver-'));
  const { receiver, settings, secrets = {} } = options;
  const checked = checkedPlan({ id: 'r-1', name: 'Test', receiver, settings, secrets });
  if (!('plan' in checked)) throw new Error(checked.state.error ?? 'not valid');
  const plan: ReceiverPlan = checked.plan;
  const run = new ReceiverRun(plan, {
    dataDir,
    spoolKey: spoolKey(KEY),
    now: Date.now,
    onSpooled() {},
    takeFile: async (file) => (await options.takeFile?.(file)) ?? null,
    ...(options.spoolLimitBytes === undefined ? {} : { spoolLimitBytes: options.spoolLimitBytes }),
  });
  await run.open(options.isIsolated ?? false);
  const timer = setInterval(() => run.tick(), 10);
  return {
    run,
    dataDir,
    state: () => run.state(),
    port(transport) {
      const bound = run.state().bound.find((one) => one.startsWith(`${transport} `));
      return Number(bound?.split(':').at(-1));
    },
    async until(holds) {
      const begun = performance.now();
      while (!(await holds())) {
        if (performance.now() - begun > 10_000) throw new Error(JSON.stringify(run.state()));
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    async close() {
      clearInterval(timer);
      await run.close();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Empties spools into a database whose folder is the rig's, as the job of the core does. */
export async function drainInto({ db, storage, clock }: TestDb, plan: ReceiverPlan): Promise<void> {
  const settings =
    plan.kind === 'syslog' ? plan.settings : { products: 'LOW', plain: 'debug', programs: [] };
  const { products, plain, programs } = settings;
  const { timeZone } = plan.settings;
  const input = {
    receivers: [{ id: plan.id, name: plan.name, products, plain, programs, timeZone }],
  };
  const abort = new AbortController();
  const context = {
    ...{ jobId: 'j', startedBy: null, db, clock, newId: newUuid, signal: abort.signal },
    storage: { databasePath: storage.databasePath, key: KEY },
    stageAlone: (stage: string, given: unknown) => {
      const { port1, port2 } = new MessageChannel();
      port2.close();
      return startStage(WORKER, { stage, input: given, source: port1 }, abort.signal);
    },
    report() {},
    relieveLog() {},
    isSomebodyAtWork: () => false,
  } as unknown as JobContext;
  await createReceiveJob(receivedAlerts, 80)(input, context);
}
