/** Calls to a host in a process of its own, and looks at its data folder from outside. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Job, jobSchema } from '../../src/shared/contract/jobs.ts';
import type { RunningHost } from './browser-host.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface HostCalls {
  call<T>(method: Method, path: string, body?: object): Promise<T>;
  bytes<T>(method: Method, path: string, body: Uint8Array): Promise<T>;
  /** Waits for the end of a job. */
  endOf(jobId: string): Promise<Job>;
}

const PATIENCE_MS = 60_000;

/** @throws Error with what was answered, where that is no success. */
export function callsOf(host: RunningHost, token: string): HostCalls {
  async function answered<T>(path: string, init: RequestInit): Promise<T> {
    const response = await host.fetch(path, { token, ...init });
    if (!response.ok)
      throw new Error(`${init.method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
  const call: HostCalls['call'] = (method, path, body) =>
    answered(path, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  return {
    call,
    bytes: (method, path, body) =>
      answered(path, {
        method,
        headers: { 'content-type': 'application/octet-stream' },
        body: body as RequestInit['body'] & Uint8Array,
      }),
    async endOf(jobId) {
      const end = performance.now() + PATIENCE_MS;
      for (;;) {
        const job = jobSchema.parse(await call('GET', `/api/jobs/${jobId}`));
        if (job.finishedAt !== null) return job;
        if (performance.now() > end) throw new Error(`${job.title} did not end`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

/** Files under a folder, as paths relative to it; none where it is not there. */
export function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** Waits until a half-written file of a store has so many bytes. @throws Error where none gets there. */
export async function untilPartHas(store: string, bytes: number): Promise<void> {
  const temporary = join(store, 'tmp');
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    for (const name of existsSync(temporary) ? readdirSync(temporary) : []) {
      const size = statSync(join(temporary, name), { throwIfNoEntry: false })?.size ?? 0;
      if (name.endsWith('.part') && size >= bytes) return;
    }
    if (performance.now() > end) throw new Error(`No part of ${bytes} bytes came to be`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Ends a host without a warning. */
export async function killHost(host: RunningHost): Promise<void> {
  host.child.kill('SIGKILL');
  await host.exit;
}
