import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { SESSION_COOKIE } from '../../src/main/http/session.ts';
import { REPOSITORY, tokenOf } from './open-test-app.ts';

const ENTRY = join(REPOSITORY, 'src', 'main', 'browser-host', 'main.ts');
const START_TIMEOUT_MS = 60_000;

export interface HostExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The real browser host in a process of its own. */
export interface HostProcess {
  readonly child: ChildProcess;
  readonly exit: Promise<HostExit>;
  stdout(): string;
  stderr(): string;
}

export interface RunningHost extends HostProcess {
  readonly origin: string;
  readonly port: number;
  fetch(path: string, init?: RequestInit & { token?: string | undefined }): Promise<Response>;
  /** Asks it to end as a service manager would. */
  stop(): Promise<HostExit>;
}

function inherited(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) };
}

export function spawnHost(args: readonly string[], env: Record<string, string> = {}): HostProcess {
  const child = spawn(process.execPath, [ENTRY, ...args], {
    env: { ...inherited(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, error] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    error += chunk.toString();
  });
  const exit = new Promise<HostExit>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  return { child, exit, stdout: () => out, stderr: () => error };
}

/** Starts a host on a free port and waits for its line. */
export async function startHost(
  dataDir: string,
  args: readonly string[] = ['--port', '0'],
  env: Record<string, string> = {},
): Promise<RunningHost> {
  const host = spawnHost(['--data-dir', dataDir, '--no-open', ...args], env);
  const origin = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`No line from the host: ${host.stderr()}`)),
      START_TIMEOUT_MS,
    );
    const look = () => {
      const found = /^Watchfloor is listening on (http:\/\/127\.0\.0\.1:\d+)$/m.exec(
        host.stdout(),
      )?.[1];
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    };
    host.child.stdout?.on('data', look);
    void host.exit.then((exit) =>
      reject(new Error(`The host ended with ${exit.code}: ${host.stderr()}`)),
    );
  });
  return {
    ...host,
    origin,
    port: Number(new URL(origin).port),
    fetch(path, { token, ...init } = {}) {
      const headers = new Headers(init.headers);
      if (token) headers.set('cookie', `${SESSION_COOKIE}=${token}`);
      return fetch(`${origin}${path}`, { redirect: 'manual', ...init, headers });
    },
    stop() {
      host.child.kill('SIGTERM');
      return host.exit;
    },
  };
}

/** Sets a new folder up over the network and returns the token of its administrator. */
export async function setUpHost(host: RunningHost): Promise<string> {
  const response = await host.fetch('/api/setup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'admin@example.test',
      firstName: 'Ada',
      lastName: 'Admin',
      password: 'correct horse battery',
      workspace: 'empty',
    }),
  });
  const token = tokenOf(response);
  if (!token) throw new Error(`Set-up failed: ${response.status} ${await response.text()}`);
  return token;
}
