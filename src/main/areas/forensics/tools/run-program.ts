/**
 * Runs a program of the machine. This file grants power, so:
 * - no shell: the program is a path that an administrator chose or that PATH gave, arguments are a list;
 * - no name of evidence is an argument: programs see a private file with a name of our own;
 * - it has no network where the system allows that (without-network.ts);
 * - the environment is made anew, with the private folder as home and for temporary files;
 * - it is the leader of a process group of its own, which is killed as a whole: within a second of a
 *   cancel, at a time limit, and where it writes more than it may;
 * - what it writes is read as a stream and bounded, as are its complaints.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { withoutNetwork } from './without-network.ts';

export interface ProgramRun {
  readonly path: string;
  readonly args: readonly string[];
  /** Its own; where it works and keeps what is temporary. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Bytes of output; behind that it is ended. */
  readonly maxOutput: number;
  readonly maxMs: number;
}

export interface ProgramEnd {
  readonly code: number | null;
  /** Its complaints, the first 16 KiB. */
  readonly complaints: string;
  /** Why we ended it: a limit; null where it ended by itself. */
  readonly stopped: string | null;
}

export interface RunningProgram {
  /** Read it to its end; throws where the signal does. */
  readonly output: AsyncIterable<Uint8Array>;
  /** After the output. */
  readonly end: Promise<ProgramEnd>;
}

const COMPLAINTS = 16_384;
/** From asking a program to end to killing it. */
const PATIENCE_MS = 300;
const IS_WINDOWS = process.platform === 'win32';

/** @throws Error where it cannot be started; its message is for the receipt. */
export function runProgram(run: ProgramRun): RunningProgram {
  run.signal.throwIfAborted();
  const started = withoutNetwork(run.path, run.args);
  const child = spawn(started.path, [...started.args], {
    cwd: run.folder,
    env: environment(run.folder),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: false,
    windowsHide: true,
    detached: !IS_WINDOWS,
  });
  let stopped: string | null = null;
  const stop = (why: string) => {
    stopped ??= why;
    endGroup(child);
  };
  const onAbort = () => stop('cancelled');
  run.signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => stop(`it ran longer than ${run.maxMs / 1000} s`), run.maxMs);
  timer.unref();
  let complaints = '';
  child.stderr.on('data', (bytes: Buffer) => {
    if (complaints.length < COMPLAINTS) complaints += bytes.toString('utf8').slice(0, COMPLAINTS);
  });
  const ended = Promise.withResolvers<ProgramEnd>();
  ended.promise.catch(() => {});
  const done = () => {
    clearTimeout(timer);
    run.signal.removeEventListener('abort', onAbort);
  };
  child.once('error', () => {
    done();
    ended.reject(new Error('The program could not be started'));
  });
  child.once('close', (code) => {
    done();
    ended.resolve({ code, complaints: complaints.slice(0, COMPLAINTS), stopped });
  });
  async function* output(): AsyncGenerator<Uint8Array> {
    let [written, isWhole] = [0, false];
    try {
      for await (const bytes of child.stdout as AsyncIterable<Buffer>) {
        run.signal.throwIfAborted();
        written += bytes.byteLength;
        if (written > run.maxOutput) {
          stop(`it wrote more than ${run.maxOutput} bytes`);
          return;
        }
        yield bytes;
      }
      isWhole = true;
      run.signal.throwIfAborted();
    } finally {
      if (!isWhole) stop('nobody reads on');
    }
  }
  return { output: output(), end: ended.promise };
}

/** For a short answer, all of it at once. */
export async function askProgram(
  run: ProgramRun,
): Promise<ProgramEnd & { readonly output: string }> {
  const running = runProgram(run);
  const parts: Uint8Array[] = [];
  for await (const bytes of running.output) parts.push(bytes);
  return { ...(await running.end), output: Buffer.concat(parts).toString('utf8') };
}

function environment(folder: string): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'SYSTEMROOT', 'windir', 'PATHEXT'];
  const env = Object.fromEntries(
    kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
  const places = { HOME: folder, TMPDIR: folder, TEMP: folder, TMP: folder, USERPROFILE: folder };
  return { ...env, ...places, LC_ALL: 'C.UTF-8', TZ: 'UTC', PYTHONUTF8: '1' };
}

function endGroup(child: ChildProcess): void {
  kill(child, 'SIGTERM');
  // Not unref'd: a cancelled job's thread must not go before its programs.
  setTimeout(() => kill(child, 'SIGKILL'), PATIENCE_MS);
}

/** The group, also what it left behind after its leader ended. */
function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (IS_WINDOWS)
      spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { windowsHide: true });
    else process.kill(-child.pid, signal);
  } catch {
    // It is gone.
  }
}
