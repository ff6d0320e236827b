/** Calls of investigations, for tests. */
import { vi } from 'vitest';
import {
  type InvestigationDetail,
  investigationDetailSchema,
} from '../../src/shared/areas/forensics/investigations.contract.ts';
import type { TestApp } from './open-test-app.ts';

export const INVESTIGATION = {
  incidentId: 'INC-1',
  title: 'Look at it',
  description: 'What happened',
  investigationType: 'malware',
} as const;

async function detailOf(response: Response): Promise<InvestigationDetail> {
  if (response.status >= 300) throw new Error(`${response.status}: ${await response.text()}`);
  return investigationDetailSchema.parse(await response.json());
}

export const startInvestigation = async (app: TestApp, more: object = {}) =>
  detailOf(
    await app.request('POST', '/api/forensics/investigate', {
      body: { ...INVESTIGATION, ...more },
    }),
  );

const readInvestigation = async (app: TestApp, id: string) =>
  detailOf(await app.request('GET', `/api/forensics/investigations/${id}`));

export const actOn = async (app: TestApp, id: string, deed: string, body: object = {}) =>
  detailOf(await app.request('POST', `/api/forensics/investigations/${id}/${deed}`, { body }));

/** Waits for the end of the engine's run. */
export async function untilRun(app: TestApp, id: string): Promise<InvestigationDetail> {
  return vi.waitFor(
    async () => {
      const found = await readInvestigation(app, id);
      if (found.run?.state === 'RUNNING') throw new Error('It still runs');
      return found;
    },
    { timeout: 20_000, interval: 25 },
  );
}
