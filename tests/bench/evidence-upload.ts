/** Files of evidence into the built host, as the page sends them. */
import type { Upload } from '../../src/shared/areas/evidence/evidence-uploads.contract.ts';
import type { Job } from '../../src/shared/contract/jobs.ts';
import type { HostProcess } from './host-process.ts';

const POLL_MS = 200;

export async function json<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

export const send = (host: HostProcess, method: string, path: string, body: unknown) =>
  host.fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

export const beginUpload = async (host: HostProcess, name: string, size: number): Promise<Upload> =>
  json(await send(host, 'POST', '/api/evidence/uploads', { name, size }));

/** Sends pieces up to `end`; `pieceAt` gives the bytes from an offset on, and may use its buffer again. */
export async function sendUpTo(
  host: HostProcess,
  upload: Upload,
  end: number,
  pieceAt: (offset: number, length: number) => Uint8Array,
): Promise<Upload> {
  let now = upload;
  while (now.received < end) {
    const body = pieceAt(now.received, Math.min(now.pieceBytes, now.size - now.received));
    const path = `/api/evidence/uploads/${now.id}?offset=${now.received}`;
    const headers = { 'content-type': 'application/octet-stream' };
    const init = { method: 'PUT', headers, body: body as RequestInit['body'] & Uint8Array };
    now = await json<Upload>(await host.fetch(path, init));
  }
  return now;
}

/** Until the file is in the store. */
export async function finishUpload(host: HostProcess, id: string): Promise<Upload> {
  const path = `/api/evidence/uploads/${id}`;
  let state = await json<Upload>(await send(host, 'POST', `${path}/finish`, {}));
  while (state.state === 'STORING') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    state = await json<Upload>(await host.fetch(path));
  }
  if (state.state !== 'STORED') throw new Error(`The upload is ${state.state}`);
  return state;
}

/** @throws Error where the job did not end well. */
export async function jobDone(host: HostProcess, id: string): Promise<void> {
  for (;;) {
    const job = await json<Job>(await host.fetch(`/api/jobs/${id}`));
    if (job.state === 'DONE') return;
    if (job.finishedAt !== null) throw new Error(`${job.title}: ${job.state}, ${job.message}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
