import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  DEFAULT_WORKSPACE_SETTINGS,
  SETTINGS_SECTIONS,
  SLA_ORDER_MESSAGE,
  workspaceSettingsSchema,
} from '../../src/shared/areas/settings/workspace-settings.contract.ts';
import { contract } from '../../src/shared/contract/index.ts';
import { ROLES } from '../../src/shared/contract/permissions.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator', workspace: 'demo' });
}, 60_000);
afterAll(() => app.close());

const change = (body: unknown, token?: string) =>
  app.request('PATCH', '/api/settings', { body, ...(token === undefined ? {} : { token }) });
const read = () => app.client.call(contract.workspaceSettings.get, {});
const metrics = () => app.client.call(contract.dashboard.metrics, {});

describe('settings of the workspace', () => {
  test('begin with the defaults; the demo has an appetite for risk', async () => {
    const { risk, ...settings } = workspaceSettingsSchema.strict().parse(await read());
    const { risk: _, ...defaults } = DEFAULT_WORKSPACE_SETTINGS;
    expect(settings).toEqual(defaults);
    expect(risk.appetite).toBeGreaterThan(0);
  });

  test('[SET2] a changed baseline changes the figure that rests on it', async () => {
    const before = await metrics();
    expect(before.analystTimeSaved).toBe(67);
    expect(before.manualAuditPrepDays).toBe(2.5);
    const answer = await change({
      baselines: { manualMinutesPerAlert: 20, manualAuditPrepDays: 4 },
    });
    expect(answer.status).toBe(200);
    const after = await metrics();
    expect(after.analystTimeSaved).toBe(84);
    expect(after.manualAuditPrepDays).toBe(4);
    await change({ baselines: DEFAULT_WORKSPACE_SETTINGS.baselines });
    expect((await metrics()).analystTimeSaved).toBe(67);
  });

  test('[SET2] a change is announced, for settings and figures', async () => {
    app.events.length = 0;
    await change({ sla: { LOW: 96 } });
    const resources = app.events.flatMap((event) =>
      event.type === 'changed' ? [event.resource] : [],
    );
    expect(resources).toEqual(expect.arrayContaining(['settings', 'dashboard']));
    expect((await read()).sla).toEqual({ ...DEFAULT_WORKSPACE_SETTINGS.sla, LOW: 96 });
  });

  test('what a change leaves out stays; null keeps for ever', async () => {
    await change({ retention: { alertsDays: 400 } });
    await change({ retention: { jobsDays: null } });
    expect((await read()).retention).toEqual({
      ...DEFAULT_WORKSPACE_SETTINGS.retention,
      alertsDays: 400,
      jobsDays: null,
    });
  });

  test.each([
    [
      { baselines: { manualMinutesPerAlert: 0 } },
      'baselines.manualMinutesPerAlert',
      'Minutes per alert must be between 0.5 and 480',
    ],
    [
      { baselines: { manualAuditPrepDays: '2' } },
      'baselines.manualAuditPrepDays',
      'Days per audit must be between 0.5 and 365',
    ],
    [{ sla: { HIGH: 1000 } }, 'sla.HIGH', 'Hours for high alerts must be between 0.25 and 720'],
    [{ sla: { CRITICAL: 5 } }, 'sla', SLA_ORDER_MESSAGE],
    [
      { retention: { chatDays: 1.5 } },
      'retention.chatDays',
      'Chat messages must be a whole number of days from 1 to 3,650, or nothing',
    ],
    [{}, '', `Nothing to change: give ${SETTINGS_SECTIONS.join(', ')}`],
  ])('%j is 400 and changes nothing', async (body, path, message) => {
    const before = await read();
    expect(await failureOf(await change(body))).toEqual({
      status: 400,
      body: { message, issues: [{ path, message }] },
    });
    expect(await read()).toEqual(before);
  });

  test('[SET3] everybody reads them, only an administrator changes them', async () => {
    for (const role of ROLES.filter((other) => other !== 'Administrator')) {
      const token = await app.tokenFor(role);
      expect((await app.request('GET', '/api/settings', { token })).status).toBe(200);
      const answer = await change({ sla: { CRITICAL: 0.5 } }, token);
      expect(await failureOf(answer)).toEqual({ status: 403, body: { message: 'Forbidden' } });
    }
    expect((await read()).sla.CRITICAL).toBe(DEFAULT_WORKSPACE_SETTINGS.sla.CRITICAL);
  });
});
