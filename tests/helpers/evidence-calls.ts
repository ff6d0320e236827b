/** Evidence over the API, as the page does it. */
import { createHash } from 'node:crypto';
import type { Verification } from '../../src/shared/areas/evidence/custody.contract.ts';
import {
  type EvidenceDetail,
  evidenceContract,
  evidenceDetailSchema,
  type NewEvidenceInput,
} from '../../src/shared/areas/evidence/evidence.contract.ts';
import {
  type Upload,
  uploadSchema,
} from '../../src/shared/areas/evidence/evidence-uploads.contract.ts';
import { endpointPath } from '../../src/shared/contract/client.ts';
import type { RequestOptions, TestApp } from './open-test-app.ts';

export const sha256Of = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

type As = Pick<RequestOptions, 'token'>;

async function json<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

export async function beginUpload(
  app: TestApp,
  name: string,
  size: number,
  as: As = {},
): Promise<Upload> {
  const body = { name, size };
  return uploadSchema.parse(
    await json(await app.request('POST', '/api/evidence/uploads', { body, ...as })),
  );
}

export function sendPiece(
  app: TestApp,
  id: string,
  offset: number,
  bytes: Uint8Array,
  as: As = {},
): Promise<Response> {
  const path = endpointPath(evidenceContract.putPiece, { params: { id }, query: { offset } });
  return app.request('PUT', path, { rawBody: bytes, ...as });
}

/** Sends all of a file, stores it, and waits for a job where there is one. */
export async function upload(
  app: TestApp,
  name: string,
  bytes: Uint8Array,
  as: As = {},
): Promise<Upload> {
  const begun = await beginUpload(app, name, bytes.byteLength, as);
  for (let at = 0; at < bytes.byteLength; at += begun.pieceBytes)
    await json(await sendPiece(app, begun.id, at, bytes.subarray(at, at + begun.pieceBytes), as));
  return finish(app, begun.id, {}, as);
}

export async function finish(
  app: TestApp,
  id: string,
  body: { sha256?: string } = {},
  as: As = {},
): Promise<Upload> {
  let state = uploadSchema.parse(
    await json(await app.request('POST', `/api/evidence/uploads/${id}/finish`, { body, ...as })),
  );
  const end = performance.now() + 60_000;
  while (state.state === 'STORING') {
    if (performance.now() > end) throw new Error('The upload was not stored');
    await new Promise((resolve) => setTimeout(resolve, 20));
    state = uploadSchema.parse(
      await json(await app.request('GET', `/api/evidence/uploads/${id}`, as)),
    );
  }
  return state;
}

/** Evidence with a file of these bytes. */
export async function collect(
  app: TestApp,
  name: string,
  bytes: Uint8Array,
  more: Partial<NewEvidenceInput> = {},
  as: As = {},
): Promise<EvidenceDetail> {
  const { id } = await upload(app, name, bytes, as);
  const body = { title: name, type: 'DOCUMENT', uploadId: id, ...more };
  return evidenceDetailSchema.parse(
    await json(await app.request('POST', '/api/evidence', { body, ...as })),
  );
}

export async function accept(app: TestApp, id: string, as: As): Promise<EvidenceDetail> {
  const body = { verdict: 'ACCEPTED' };
  return evidenceDetailSchema.parse(
    await json(await app.request('POST', `/api/evidence/${id}/review`, { body, ...as })),
  );
}

export async function verify(app: TestApp, id: string): Promise<Verification> {
  return json(await app.request('POST', `/api/evidence/${id}/custody/verify`));
}
