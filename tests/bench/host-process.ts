import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { HOST_ENVIRONMENT, hostArguments } from '../../scripts/support/host-command.ts';

const ACCOUNT = { email: 'bench@example.test', password: 'bench bench bench' };

/** The built browser host in a process of its own, signed in: what a user runs. */
export interface HostProcess {
  readonly origin: string;
  readonly cookie: string;
  readonly startedMs: number;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Peak resident memory so far, MB (Linux; NaN elsewhere). */
  peakMemoryMb(): number;
  /** From now on the peak counts anew: the 128 MiB of checking the password at the sign-in are over. */
  forgetPeakMemory(): void;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

function waitForLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const match = /listening on (http:\/\/\S+)/.exec(text);
      if (match?.[1]) resolve(match[1]);
    });
    child.on('exit', (code) => reject(new Error(`The host ended with code ${code}`)));
  });
}

async function signIn(origin: string): Promise<string> {
  const post = (path: string, body: unknown) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { required } = (await (await fetch(`${origin}/api/setup`)).json()) as { required: boolean };
  const response = required
    ? await post('/api/setup', {
        ...ACCOUNT,
        firstName: 'Bench',
        lastName: 'Mark',
        workspace: 'empty',
      })
    : await post('/api/login', ACCOUNT);
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new Error(`Sign-in failed: ${response.status} ${await response.text()}`);
  return cookie;
}

/** Peak resident set of a process, MB; NaN where the system does not say. */
function peakMemoryMbOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

export async function startHost(dataDir: string): Promise<HostProcess> {
  const started = performance.now();
  const args = hostArguments(['--port', '0', '--no-open', '--data-dir', dataDir]);
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...HOST_ENVIRONMENT, ...process.env },
  });
  const origin = await waitForLine(child);
  const startedMs = performance.now() - started;
  const cookie = await signIn(origin);
  return {
    origin,
    cookie,
    startedMs,
    fetch: (path, init = {}) =>
      fetch(`${origin}${path}`, {
        ...init,
        headers: { cookie, ...(init.headers as Record<string, string>) },
      }),
    // proc(5), /proc/pid/clear_refs: 5 resets the peak.
    forgetPeakMemory() {
      if (process.platform === 'linux') writeFileSync(`/proc/${child.pid}/clear_refs`, '5');
    },
    peakMemoryMb: () => peakMemoryMbOf(child.pid),
    kill: (signal = 'SIGTERM') =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        child.on('exit', () => resolve());
        child.kill(signal);
      }),
  };
}
