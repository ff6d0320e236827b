import {
  type Alert,
  type AlertStatus,
  alertSchema,
  alertsContract,
} from '../../src/shared/areas/alerts/alerts.contract.ts';
import type { TestApp } from './open-test-app.ts';

export interface AlertFields {
  readonly title?: string;
  readonly description?: string;
  readonly severity?: 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW';
  readonly source?: string;
  readonly sourceHost?: string | null;
  readonly sourceUser?: string | null;
  readonly sourceIp?: string | null;
}

export function alertBody(fields: AlertFields = {}) {
  return {
    title: 'Beacon to a new domain',
    description: 'One host calls out every 60 seconds',
    severity: 'HIGH' as const,
    source: 'EDR',
    ...fields,
  };
}

/** A new alert, as `POST /api/alerts` answers it. */
export async function createAlert(app: TestApp, fields: AlertFields = {}): Promise<Alert> {
  const response = await app.request('POST', '/api/alerts', { body: alertBody(fields) });
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
  return alertSchema.parse(await response.json());
}

/** What leads from OPEN to each status. */
const STEPS_TO: Record<AlertStatus, readonly AlertStatus[]> = {
  OPEN: [],
  IN_PROGRESS: ['IN_PROGRESS'],
  RESOLVED: ['IN_PROGRESS', 'RESOLVED'],
  FALSE_POSITIVE: ['IN_PROGRESS', 'FALSE_POSITIVE'],
};

export async function updateAlert(
  app: TestApp,
  id: string,
  body: Record<string, unknown>,
): Promise<Alert> {
  const response = await app.request('PATCH', `/api/alerts/${id}`, { body });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return alertSchema.parse(await response.json());
}

/** A new alert that has been led to a status. */
export async function createAlertIn(
  app: TestApp,
  status: AlertStatus,
  fields: AlertFields = {},
): Promise<Alert> {
  let alert = await createAlert(app, fields);
  for (const step of STEPS_TO[status]) alert = await updateAlert(app, alert.id, { status: step });
  return alert;
}

/** Every alert of a filter, over all pages, with the counts that the pages gave. */
export async function listAll(
  app: TestApp,
  query: Record<string, string | number | undefined> = {},
): Promise<{ alerts: Alert[]; totals: (number | null)[] }> {
  const alerts: Alert[] = [];
  const totals: (number | null)[] = [];
  let cursor: string | undefined;
  do {
    const page = await app.client.page(alertsContract.list, {
      query: { ...query, ...(cursor ? { cursor } : {}) } as never,
    });
    alerts.push(...page.rows);
    totals.push(page.total);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return { alerts, totals };
}
