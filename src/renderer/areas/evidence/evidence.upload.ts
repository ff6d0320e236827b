/**
 * Sends one file to the core: in pieces, from where an earlier attempt stopped, again and again
 * while the core cannot be reached, until it is stored, given up, or refused.
 */

import { evidenceContract } from '../../../shared/areas/evidence/evidence.contract.ts';
import type { Upload } from '../../../shared/areas/evidence/evidence-uploads.contract.ts';
import { type Client, endpointPath } from '../../../shared/contract/client.ts';
import type { Host, HostFile } from '../../../shared/host.ts';

export type UploadPhase = 'sending' | 'waiting' | 'storing' | 'stored' | 'failed';

export interface UploadState {
  readonly phase: UploadPhase;
  /** Bytes of `size` that have arrived. */
  readonly received: number;
  readonly size: number;
  readonly uploadId: string | null;
  /** Why it failed, or what it waits for. */
  readonly text: string | null;
}

export interface UploadDeps {
  readonly host: Host;
  readonly client: Client;
  readonly file: HostFile;
  readonly signal: AbortSignal;
  readonly onState: (state: UploadState) => void;
  /** Of many files with the same name, none goes on where another stopped. */
  readonly isFresh?: boolean;
}

const RETRY_MS = 2_000;
const LOOK_MS = 300;

/** A refusal is final; everything else is a core that could not be reached. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && /^4\d\d: /.test(error.message) && !error.message.startsWith('401');

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The file could not be sent';
  const body = error.message.replace(/^\d{3}: /, '');
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === 'string' ? message : body;
  } catch {
    return body;
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The upload that an earlier attempt of this account began with the same file, as far as one can tell. */
async function beginOrResume({ host, client, file, isFresh }: UploadDeps): Promise<Upload> {
  const handle = host.kind === 'desktop' ? String(file.ref) : null;
  if (handle === null && !isFresh) {
    const earlier = await client.call(evidenceContract.uploads, {});
    const found = earlier.find(
      ({ name, size, state, received }) =>
        state !== 'STORED' && name === file.name && size === file.size && received > 0,
    );
    if (found) return found;
  }
  return client.call(evidenceContract.createUpload, {
    body: { name: file.name, size: file.size, handle },
  });
}

async function sendPieces(deps: UploadDeps, begun: Upload, tell: (upload: Upload) => void) {
  const { host, client, file, signal } = deps;
  let upload = begun;
  while (upload.received < upload.size) {
    signal.throwIfAborted();
    if (!(file.ref instanceof Blob))
      throw new Error('400: This file was not chosen in this window.');
    const from = upload.received;
    const ref = file.ref.slice(from, from + upload.pieceBytes);
    const path = endpointPath(evidenceContract.putPiece, {
      params: { id: upload.id },
      query: { offset: from },
    });
    const answer = await host.sendFile(
      { name: file.name, size: ref.size, ref },
      { method: 'PUT', path },
    );
    if (answer.status === 409) {
      // Its answer was lost, perhaps: what has arrived decides.
      upload = await client.call(evidenceContract.upload, { params: { id: upload.id } });
      if (upload.received === from) throw new Error(`${answer.status}: ${answer.body}`);
    } else if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.body}`);
    else upload = JSON.parse(answer.body) as Upload;
    tell(upload);
  }
  return upload;
}

/** Resolves with the id of the stored upload. Rejects where it was refused or given up. */
export async function sendEvidenceFile(deps: UploadDeps): Promise<string> {
  const { client, signal, onState, file } = deps;
  let known: Upload | null = null;
  const tell = (phase: UploadPhase, text: string | null = null) =>
    onState({
      phase,
      text,
      received: known?.received ?? 0,
      size: known?.size ?? file.size,
      uploadId: known?.id ?? null,
    });
  for (;;) {
    try {
      signal.throwIfAborted();
      known ??= await beginOrResume(deps);
      tell('sending');
      known = await sendPieces(deps, known, (upload) => {
        known = upload;
        tell('sending');
      });
      tell('storing');
      known = await client.call(evidenceContract.finishUpload, {
        params: { id: known.id },
        body: {},
      });
      while (known.state === 'STORING') {
        signal.throwIfAborted();
        await pause(LOOK_MS);
        known = await client.call(evidenceContract.upload, { params: { id: known.id } });
      }
      if (known.state !== 'STORED')
        throw new Error('400: The file could not be stored. Try again.');
      tell('stored');
      return known.id;
    } catch (error) {
      if (signal.aborted) throw error;
      if (isRefusal(error)) {
        tell('failed', reasonOf(error));
        throw error;
      }
      tell('waiting', 'Watchfloor cannot be reached. It goes on by itself.');
      await pause(RETRY_MS);
    }
  }
}
