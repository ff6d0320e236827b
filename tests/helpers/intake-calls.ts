/** Files of investigations over the API, as the page brings them. */
import { vi } from 'vitest';
import {
  type Session,
  type SessionDetail,
  sessionDetailSchema,
  sessionSchema,
} from '../../src/shared/areas/forensics/intake/intake.contract.ts';
import { isOpenSession } from '../../src/shared/areas/forensics/intake/intake.rules.ts';
import { upload } from './evidence-calls.ts';
import type { TestApp } from './open-test-app.ts';

const filesAt = (investigation: string) => `/api/forensics/investigations/${investigation}/files`;
export const sessionAt = (id: string, rest = '') => `/api/forensics/sessions/${id}${rest}`;

export async function tryBring(
  app: TestApp,
  investigation: string,
  name: string,
  bytes: Uint8Array,
): Promise<Response> {
  const { id } = await upload(app, name, bytes);
  const body = { uploadId: id, path: name };
  return app.request('POST', filesAt(investigation), { body });
}

export async function bring(
  app: TestApp,
  investigation: string,
  name: string,
  bytes: Uint8Array,
): Promise<Session> {
  const response = await tryBring(app, investigation, name, bytes);
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
  return sessionSchema.parse(await response.json());
}

export async function readSession(app: TestApp, id: string): Promise<SessionDetail> {
  const response = await app.request('GET', sessionAt(id));
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return sessionDetailSchema.parse(await response.json());
}

/** Waits until it is read, failed, or waits for a password. */
export const untilRead = (app: TestApp, id: string): Promise<SessionDetail> =>
  vi.waitFor(
    async () => {
      const found = await readSession(app, id);
      if (isOpenSession(found.status) && found.status !== 'WAITING')
        throw new Error(`It is ${found.status}`);
      return found;
    },
    { timeout: 30_000, interval: 25 },
  );

export async function filesOf(app: TestApp, investigation: string, query = ''): Promise<Session[]> {
  const response = await app.request('GET', `${filesAt(investigation)}${query}`);
  return sessionSchema.array().parse(await response.json());
}
