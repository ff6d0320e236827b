import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alertsContract } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { draftsContract } from '../../src/shared/areas/models/drafts.contract.ts';
import { redactionContract } from '../../src/shared/areas/models/redaction.contract.ts';
import { risksContract } from '../../src/shared/areas/risk/risks.contract.ts';
import { workspaceSettingsContract } from '../../src/shared/areas/settings/workspace-settings.contract.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp({ as: 'Administrator' });
});
afterAll(() => test.close());

const preview = (body: object, token?: string) =>
  test.request('POST', '/api/models/preview', { body, ...(token ? { token } : {}) });

describe('the preview of what leaves', () => {
  it('[MO58] shows a record redacted, what stands for what, and what was removed', async () => {
    const alert = await test.client.call(alertsContract.create, {
      body: {
        title: 'Logon on web-77 by tkrause',
        description: 'From 10.9.8.7 with --password Hunter2Hunter2',
        severity: 'HIGH',
        source: 'test',
        sourceHost: 'web-77',
        sourceUser: 'tkrause',
      },
    });
    const shown = await test.client.call(redactionContract.preview, {
      body: { task: 'investigation', record: { kind: 'alert', id: alert.id } },
    });
    const text = JSON.stringify(shown.messages);
    for (const secret of ['web-77', 'tkrause', '10.9.8.7', 'Hunter2Hunter2'])
      expect(text).not.toContain(secret);
    expect(text).toContain('Logon on HOST_1 by USER_1');
    expect(shown.pseudonyms).toContainEqual({ name: 'HOST_1', kind: 'HOST', value: 'web-77' });
    expect(shown.removed).toEqual([{ kind: 'password', count: 1 }]);
    expect(shown.isWhole).toBe(false);
  });

  it('[MO58] shows the very messages of a draft', async () => {
    const risk = await test.client.call(risksContract.create, {
      body: {
        title: 'Loss of fs-odin-9.corp.local',
        category: 'TECHNICAL',
        likelihood: 3,
        impact: 4,
      },
    });
    const shown = await test.client.call(redactionContract.preview, {
      body: { task: 'risk-description', record: { kind: 'risk', id: risk.id } },
    });
    expect(shown.isWhole).toBe(true);
    expect(shown.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(shown.messages[1]?.content).toContain('Loss of HOST_1.DOMAIN_1');
  });

  it('[MO58] knows accounts of the workspace, and hides what is outside where it is asked to', async () => {
    const text = 'Ask admin@example.com about 8.8.8.8';
    const shown = await test.client.call(redactionContract.preview, {
      body: { task: 'chat', text },
    });
    expect(shown.messages[0]?.content).toMatch(/8\.8\.8\.8/);
    await test.client.call(workspaceSettingsContract.update, {
      body: { models: { hidesExternal: true } },
    });
    const hidden = await test.client.call(redactionContract.preview, {
      body: { task: 'chat', text },
    });
    expect(hidden.messages[0]?.content).not.toMatch(/8\.8\.8\.8|admin@/);
  });

  it('[MO58] asks for a record or a text, and for the right to read it', async () => {
    expect((await preview({ task: 'chat' })).status).toBe(400);
    expect((await preview({ task: 'chat', text: 'x'.repeat(60_001) })).status).toBe(400);
    const nobody = { task: 'chat', record: { kind: 'alert', id: 'none' } };
    expect((await preview(nobody)).status).toBe(404);
    const auditor = await test.tokenFor('Auditor');
    expect((await preview({ task: 'chat', text: 'x' }, auditor)).status).toBe(200);
  });

  it('[MO59] isolates a workspace until an administrator says otherwise', async () => {
    const fresh = await openTestApp({ as: 'Administrator' });
    const settings = await fresh.client.call(workspaceSettingsContract.get, {});
    expect(settings.models).toEqual({
      isIsolated: true,
      isLocalAllowed: true,
      hidesExternal: false,
    });
    const analyst = await fresh.tokenFor('SOC Analyst');
    const body = { models: { isIsolated: false } };
    const refused = await fresh.request('PATCH', '/api/settings', { body, token: analyst });
    expect(refused.status).toBe(403);
    await fresh.client.call(workspaceSettingsContract.update, { body });
    await fresh.close();
  });

  it('[MO62] drafts nothing without a model, nor for those who may not save it', async () => {
    const body = { kind: 'risk' as const, recordId: null, current: 'x' };
    const answer = await test.request('POST', '/api/models/drafts', { body });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      message: 'No model is set up that could draft this',
    });
    const token = await test.tokenFor('Auditor');
    expect((await test.request('POST', '/api/models/drafts', { body, token })).status).toBe(403);
    await expect(
      test.client.call(draftsContract.create, { body: { ...body, kind: 'x' as 'risk' } }),
    ).rejects.toThrow();
  });
});
