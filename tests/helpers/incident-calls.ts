import {
  type Incident,
  type IncidentDetail,
  incidentsContract,
} from '../../src/shared/areas/incidents/incidents.contract.ts';
import { createAlert } from './alert-calls.ts';
import type { TestApp } from './open-test-app.ts';

const QUARTER = 900_000;

/** Waits until nothing is left to link. */
export async function linked(app: TestApp): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const { isPending } = await app.client.call(incidentsContract.incidentSettings, {});
    if (!isPending) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('Linking does not come to an end');
}

/** Alerts a quarter of an hour apart, each a group of its own; then linked. */
export async function raise(
  app: TestApp,
  ...alerts: { title: string; sourceHost?: string; sourceUser?: string }[]
): Promise<void> {
  for (const alert of alerts) {
    await createAlert(app, alert);
    app.clock.advance(QUARTER);
  }
  await linked(app);
}

export const incidents = (app: TestApp, query: Record<string, string> = {}): Promise<Incident[]> =>
  app.client.call(incidentsContract.listIncidents, { query: query as never });

export const incident = (app: TestApp, id: string): Promise<IncidentDetail> =>
  app.client.call(incidentsContract.getIncident, { params: { id } });

export async function keysOf(app: TestApp, id: string): Promise<string[]> {
  const rows = await app.client.call(incidentsContract.listIncidentGroups, {
    params: { id },
    query: {},
  });
  return rows.map(({ key }) => key).sort();
}

/** Which groups are together, as text that can be compared. */
export async function assignment(app: TestApp): Promise<string> {
  const sets: string[] = [];
  for (const { id } of await incidents(app, { limit: '1000' }))
    sets.push((await keysOf(app, id)).join(' '));
  return sets.sort().join('\n');
}
