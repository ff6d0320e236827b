/**
 * The thread in which receivers listen, so that neither the page nor the database is slowed by what comes.
 * It knows no database: what it receives goes into spools, which a job empties.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { exhaustive } from '../../../../shared/kernel/exhaustive.ts';
import { installNetworkGuard } from '../../../platform/egress/network-guard.ts';
import { ownCodeOf } from '../../../platform/egress/seal-thread.ts';
import type { ReceiverPlan } from './receiver.types.ts';
import { ReceiverRun, type RunPorts } from './receiver-run.ts';
import type {
  FromReceiverThread,
  ReceiverThreadSetup,
  ToReceiverThread,
} from './receiver-thread-setup.ts';
import { spoolKey } from './spool-frame.ts';

const TICK_MS = 25;
const TELL_EVERY_MS = 1_000;
const SAVE_EVERY_MS = 2_000;

/** `entry` is the file of this thread. It listens and never calls out: below it, connecting is refused. */
export function runReceiverThread(entry: string): void {
  const port = parentPort;
  if (!port) throw new Error('runReceiverThread needs a worker thread');
  const setup = (workerData as ReceiverThreadSetup).receivers;
  const send = (message: FromReceiverThread) => port.postMessage(message);
  const isolation = { isOn: false };
  installNetworkGuard({
    isolation: {
      isIsolated: () => isolation.isOn,
      allowsLocalModel: () => false,
      onChange: () => () => {},
    },
    ownCode: ownCodeOf(entry),
  });
  const taking = new Map<string, (wrong: string | null) => void>();
  const ports: RunPorts = {
    dataDir: setup.dataDir,
    spoolKey: spoolKey(setup.key),
    now: Date.now,
    onSpooled: () => send({ type: 'spooled' }),
    takeFile(file) {
      send({ type: 'file', ...file });
      return new Promise((resolve) => taking.set(file.request, resolve));
    },
    ...(setup.spoolLimitBytes === undefined ? {} : { spoolLimitBytes: setup.spoolLimitBytes }),
  };
  const crew = createCrew(ports);
  const { tell, timer } = keepTelling(crew, send);

  /** One after the other: a port is closed before it is opened again. */
  let last: Promise<void> = Promise.resolve();
  const then = (step: () => Promise<void>) => {
    last = last.then(step, step).then(tell, tell);
  };

  port.on('message', (message: ToReceiverThread) => {
    switch (message.type) {
      case 'configure':
        isolation.isOn = message.isIsolated;
        then(() => crew.configure(message.plans, message.isIsolated));
        return;
      case 'isolate':
        isolation.isOn = message.isIsolated;
        then(() => crew.isolate(message.isIsolated));
        return;
      case 'taken':
        taking.get(message.request)?.(message.wrong);
        taking.delete(message.request);
        return;
      case 'close':
        then(async () => {
          clearInterval(timer);
          await crew.configure([], false);
          send({ type: 'closed' });
          port.close();
        });
        return;
      default:
        exhaustive(message);
    }
  });
}

/** Some times a second: what was received goes on the disk, states to the core where they changed. */
function keepTelling(crew: Crew, send: (message: FromReceiverThread) => void) {
  let [told, toldAt, savedAt] = ['', 0, 0];
  const tell = () => {
    const states = crew.states();
    const text = JSON.stringify(states);
    if (text === told) return;
    told = text;
    send({ type: 'states', states });
  };
  const timer = setInterval(() => {
    crew.tick();
    const now = performance.now();
    if (now - toldAt >= TELL_EVERY_MS) {
      toldAt = now;
      tell();
    }
    if (now - savedAt >= SAVE_EVERY_MS) {
      savedAt = now;
      crew.save();
    }
  }, TICK_MS);
  return { tell, timer };
}

type Crew = ReturnType<typeof createCrew>;

/** All that are switched on. */
function createCrew(ports: RunPorts) {
  const runs = new Map<string, ReceiverRun>();

  async function begin(plan: ReceiverPlan, isIsolated: boolean): Promise<void> {
    const run = new ReceiverRun(plan, ports);
    runs.set(plan.id, run);
    await run.open(isIsolated);
  }

  return {
    /** What is no longer named ends first: another may want its port. */
    async configure(plans: readonly ReceiverPlan[], isIsolated: boolean): Promise<void> {
      const wanted = new Map(plans.map((plan) => [plan.id, plan]));
      for (const [id, run] of runs) {
        const plan = wanted.get(id);
        if (plan !== undefined && JSON.stringify(plan) === JSON.stringify(run.plan)) continue;
        runs.delete(id);
        await run.close();
      }
      for (const plan of plans) if (!runs.has(plan.id)) await begin(plan, isIsolated);
    },
    async isolate(isIsolated: boolean): Promise<void> {
      await Promise.all([...runs.values()].map((run) => run.isolate(isIsolated)));
    },
    tick(): void {
      for (const run of runs.values()) {
        try {
          run.tick();
        } catch {
          run.fail('What was received could not be written to the data folder: is the disk full?');
        }
      }
    },
    save(): void {
      for (const run of runs.values()) {
        try {
          run.save();
        } catch {
          // The next one may succeed; the figures are only of the screen.
        }
      }
    },
    states: () => [...runs.values()].map((run) => run.state()),
  };
}
