/** Receivers from the core's side: the thread that listens, the job that empties its spools, files to import. */
import { Worker } from 'node:worker_threads';
import type { JobRunner } from '../../../jobs/job-runner.ts';
import type { Log } from '../../../platform/log.ts';
import { SMALL_YOUNG_HEAP_MB } from '../../../platform/thread-heaps.ts';
import { checkedPlan } from './checked-plan.ts';
import type { FolderFile } from './folder-watch.ts';
import type { ReceiveInput } from './receive.jobs.ts';
import type { ReceiverPlan, ReceiverState, Receivers } from './receiver.types.ts';
import type {
  FromReceiverThread,
  ReceiverThreadSetup,
  ToReceiverThread,
} from './receiver-thread-setup.ts';
import { removeOtherSpools } from './spool-place.ts';

export interface ReceiversDeps {
  /** The file of the workers. */
  readonly workerEntry: string | URL;
  readonly setup: ReceiverThreadSetup['receivers'];
  readonly runner: Pick<JobRunner, 'start'>;
  readonly log: Log;
  /** At most once a second, when a state has changed. */
  onChange(): void;
  /** Imports a file; resolves with what went wrong, or null. */
  importFile(
    file: FolderFile,
    receiver: { readonly name: string; readonly timeZone: string },
  ): Promise<string | null>;
  /** Before a job begins: those that ended say nothing to anybody. */
  forgetJobs(): void;
}

const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: SMALL_YOUNG_HEAP_MB };
/** Where a job cannot begin (a restore is under way), or the thread died. */
const AGAIN_MS = 2_000;

export function createReceivers(deps: ReceiversDeps): Receivers {
  let known = '[]';
  let plans: readonly ReceiverPlan[] = [];
  let broken: readonly ReceiverState[] = [];
  let states: readonly ReceiverState[] = [];
  let isIsolated = false;
  let isRunning = false;
  let worker: Worker | undefined;
  const drain = createDrainer(deps, () => plans);

  const send = (message: ToReceiverThread) => worker?.postMessage(message);
  const configure = () => send({ type: 'configure', plans, isIsolated });

  function hear(message: FromReceiverThread): void {
    if (message.type === 'states') {
      ({ states } = message);
      deps.onChange();
    } else if (message.type === 'spooled') drain.soon();
    else if (message.type === 'file') void take(message);
  }

  async function take(file: Extract<FromReceiverThread, { type: 'file' }>): Promise<void> {
    const plan = plans.find(({ id }) => id === file.receiverId);
    const receiver = { name: plan?.name ?? '', timeZone: plan?.settings.timeZone ?? 'UTC' };
    const wrong = await deps.importFile(file, receiver).catch((error: unknown) => {
      deps.log.warn('a watched file could not be imported', { cause: error });
      return 'files that could not be imported';
    });
    send({ type: 'taken', request: file.request, wrong });
  }

  function begin(): void {
    if (!isRunning || worker !== undefined || plans.length === 0) return;
    const workerData: ReceiverThreadSetup = { receivers: deps.setup };
    const made = new Worker(deps.workerEntry, { workerData, resourceLimits: LIMITS });
    worker = made;
    made.unref();
    made.on('message', hear);
    made.on('error', (error) => deps.log.error('the thread of receivers failed', { cause: error }));
    made.on('exit', () => {
      if (worker !== made) return;
      worker = undefined;
      setTimeout(begin, AGAIN_MS).unref();
    });
    configure();
  }

  async function end(): Promise<void> {
    const made = worker;
    worker = undefined;
    if (!made) return;
    made.postMessage({ type: 'close' } satisfies ToReceiverThread);
    const patience = setTimeout(() => void made.terminate(), AGAIN_MS);
    await new Promise<void>((resolve) => made.once('exit', () => resolve()));
    clearTimeout(patience);
  }

  return {
    configure(setups) {
      const text = JSON.stringify(setups);
      if (text === known) return;
      known = text;
      const checked = setups.map(checkedPlan);
      plans = checked.flatMap((one) => ('plan' in one ? [one.plan] : []));
      broken = checked.flatMap((one) => ('state' in one ? [one.state] : []));
      states = states.filter(({ id }) => plans.some((plan) => plan.id === id));
      if (worker === undefined) begin();
      else configure();
      // What a spool kept over a restart.
      if (plans.length > 0 && isRunning) drain.soon();
      deps.onChange();
    },
    states: () => [...states, ...broken],
    setIsolated(on) {
      if (on === isIsolated) return;
      isIsolated = on;
      send({ type: 'isolate', isIsolated });
    },
    forgetOthers: (ids) => removeOtherSpools(deps.setup.dataDir, ids),
    start() {
      isRunning = true;
      begin();
      if (plans.length > 0) drain.soon();
      return () => {
        isRunning = false;
        drain.stop();
        void end();
      };
    },
  };
}

/** One job at a time; again where something came while it ran. */
function createDrainer(deps: ReceiversDeps, plansOf: () => readonly ReceiverPlan[]) {
  let isBusy = false;
  let isAgain = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  function soon(): void {
    if (isStopped) return;
    if (isBusy) isAgain = true;
    else void run();
  }

  async function run(): Promise<void> {
    isBusy = true;
    isAgain = false;
    try {
      deps.forgetJobs();
      const { finished } = deps.runner.start({
        kind: 'receive',
        title: 'Keep what was received',
        unit: 'records',
        total: null,
        startedBy: null,
        input: { receivers: plansOf().flatMap(inputOf) } satisfies ReceiveInput,
        givesWay: true,
      });
      const result = (await finished) as { readonly hasMore: boolean };
      if (result.hasMore) isAgain = true;
      isBusy = false;
      if (isAgain) soon();
    } catch (error) {
      isBusy = false;
      if (isStopped) return;
      deps.log.warn('received records wait', { cause: error });
      timer = setTimeout(soon, AGAIN_MS);
      timer.unref();
    }
  }

  return {
    soon,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function inputOf(plan: ReceiverPlan): ReceiveInput['receivers'] {
  const { id, name, kind, settings } = plan;
  if (kind === 'watched-folder') return [];
  const any = { products: 'LOW', plain: 'debug', programs: [] } as const;
  const rule = kind === 'syslog' ? settings : any;
  const { products, plain, programs } = rule;
  return [{ id, name, products, plain, programs: [...programs], timeZone: settings.timeZone }];
}
