/** The words of the alert desk, as specified: sections 2, 4 and 5. */
import { test } from 'vitest';
import { SEVERITY_LABELS } from '../../src/shared/kernel/severity.ts';
import { createAlert, importText } from '../helpers/browser-calls.ts';
import { dialog, expectToast, openDesk, pane, row, rows } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { holdRequests } from '../helpers/browser-routes.ts';
import { openSignedIn } from '../helpers/browser-session.ts';

const product = openSignedIn();

test('the head of the screen', async () => {
  const { page } = product();
  await openDesk(product());
  await expect(page).toHaveTitle('Alert & Incident Management · Watchfloor');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alert & Incident Management');
  await expect(page.getByText('AI-powered security operations center')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create Alert' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Simulate Alert' })).toBeVisible();
  await expect(page.getByPlaceholder('Search alerts...')).toBeVisible();
});

test('the choices of the filters, in their order', async () => {
  const { page } = product();
  const choicesOf = async (name: string) => {
    await page.getByRole('combobox', { name, exact: true }).click();
    const choices = await page.getByRole('option').allTextContents();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    return choices;
  };
  expect(await choicesOf('Severity')).toEqual([
    'All Severities',
    'Critical',
    'High',
    'Medium',
    'Low',
  ]);
  expect(await choicesOf('Status')).toEqual([
    'All Statuses',
    'Open',
    'In Progress',
    'Resolved',
    'False Positive',
  ]);
});

test('both empty states', async () => {
  const { page } = product();
  await expect(page.getByText('No Alerts Found')).toBeVisible();
  await expect(
    page.getByText(
      'No alerts are currently active. Create a test alert to see how the system works.',
    ),
  ).toBeVisible();
  await page.getByPlaceholder('Search alerts...').fill('nothing like it');
  await expect(page.getByText('No alerts match your current filters.')).toBeVisible();
  await expect(page.getByText('No Alerts Found')).toBeVisible();
});

test('the create dialog', async () => {
  const { page } = product();
  await openDesk(product());
  await page.getByRole('button', { name: 'Create Alert' }).click();
  const create = dialog(page, 'Create New Security Alert');
  expect(await create.locator('label').allTextContents()).toEqual([
    'Alert Title*',
    'Severity*',
    'Source*',
    'Description*',
    'Source Host',
    'Source User',
    'Source IP',
  ]);
  await expect(create.getByPlaceholder('e.g., EDR, SIEM, Manual')).toHaveValue('Manual');
  await create.getByLabel('Severity').click();
  await expect(page.getByRole('option')).toHaveText(['Critical', 'High', 'Medium', 'Low']);
  await page.keyboard.press('Escape');
  await expect(create.getByRole('button', { name: 'Create Alert' })).toBeEnabled();
  await create.getByRole('button', { name: 'Cancel' }).click();
});

test('a card: left border, badges, local time, title, description, source, host, user', async () => {
  const { page } = product();
  const severities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;
  for (const severity of severities) {
    await createAlert(product(), {
      severity,
      title: `A ${severity} detection`,
      description: `What ${severity} means here`,
      sourceHost: `host-${severity.toLowerCase()}`,
      sourceUser: 'j.doe',
    });
  }
  await openDesk(product());
  await expect(rows(page)).toHaveCount(4);
  const hues = new Set<string>();
  for (const severity of severities) {
    const card = row(page, `A ${severity} detection`);
    await expect(card).toContainText(SEVERITY_LABELS[severity]);
    await expect(card).toContainText('OPEN');
    await expect(card).toContainText(`What ${severity} means here`);
    await expect(card).toContainText('Source: SIEM');
    await expect(card).toContainText(`Host: host-${severity.toLowerCase()}`);
    await expect(card).toContainText('User: j.doe');
    await expect(card.getByRole('button')).toHaveText(['Investigate']);
    const time = card.getByRole('time');
    const iso = await time.getAttribute('datetime');
    const local = await page.evaluate(
      (moment) =>
        new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }).format(
          Date.parse(String(moment)),
        ),
      iso,
    );
    await expect(time).toHaveText(local);
    hues.add(await card.evaluate((element) => getComputedStyle(element).borderLeftColor));
    const pulsing = card.locator('.animate-pulse-dot');
    await expect(pulsing).toHaveCount(severity === 'CRITICAL' ? 1 : 0);
  }
  expect(hues.size).toBe(4);
});

test('what is missing on a card is not there; a missing time is Unknown', async () => {
  const { page } = product();
  const alert = await createAlert(product(), { title: 'Bare' });
  await page.route('**/api/alerts?*', async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    await route.fulfill({ response: answer, body: text.replaceAll(alert.createdAt, '') });
  });
  await openDesk(product());
  const card = row(page, 'Bare');
  await expect(card.getByRole('time').or(card.getByText('Unknown'))).toHaveText('Unknown');
  await expect(card).not.toContainText('Host:');
  await expect(card).not.toContainText('User:');
  await page.unroute('**/api/alerts?*');
});

test('badges and buttons of every state', async () => {
  const { page } = product();
  const states = [
    { status: 'OPEN', badge: 'OPEN', buttons: ['Investigate'] },
    { status: 'IN_PROGRESS', badge: 'AI Investigating', buttons: ['Resolve', 'False Positive'] },
    { status: 'RESOLVED', badge: 'RESOLVED', buttons: [] },
    { status: 'FALSE_POSITIVE', badge: 'FALSE POSITIVE', buttons: [] },
  ];
  const lines = states.map(({ status }, n) => exported(n, `State ${n}`, { status }));
  const investigated = exported(9, 'State 9', { aiInvestigation: { verdict: 'benign' } });
  await importText(product(), 'states.ndjson', [...lines, investigated].join('\n'));
  await openDesk(product(), '?q=state');
  for (const [n, { badge, buttons }] of states.entries()) {
    const card = row(page, `State ${n}`);
    await expect(card.getByText(badge, { exact: true })).toBeVisible();
    await expect(card.getByRole('button')).toHaveText(buttons);
  }
  await expect(row(page, 'State 9').getByText('AI Investigated', { exact: true })).toBeVisible();
  await row(page, 'State 3').getByRole('link').first().click();
  await expect(pane(page).getByRole('button', { name: 'Reopen' })).toBeVisible();
});

test('buttons rest while an update is on its way', async () => {
  const { page } = product();
  await openDesk(product(), '?q=state&status=IN_PROGRESS');
  const release = await holdRequests(page, '**/api/alerts/*', 'PATCH');
  const card = row(page, 'State 1');
  await card.getByRole('button', { name: 'Resolve' }).click();
  await expect(card.getByRole('button', { name: 'Resolve' })).toBeDisabled();
  await expect(card.getByRole('button', { name: 'False Positive' })).toBeDisabled();
  await release();
  await expectToast(page, 'Success', 'Alert updated successfully');
});

test('the texts while loading, and while creating', async () => {
  const { page, origin } = product();
  const releaseList = await holdRequests(page, '**/api/alerts?*', 'GET');
  await page.goto(`${origin}/alerts`);
  await expect(page.getByText('Loading alerts...')).toBeVisible();
  await releaseList();
  await expect(rows(page).first()).toBeVisible();

  const releaseUser = await holdRequests(page, '**/api/auth/user', 'GET');
  await page.goto(`${origin}/alerts`);
  await expect(page.getByText('Loading alerts...')).toBeVisible();
  await page.goto(`${origin}/`);
  await expect(page.getByText('Loading dashboard...')).toBeVisible();
  await releaseUser();

  await openDesk(product());
  const releaseNew = await holdRequests(page, '**/api/alerts', 'POST');
  await page.getByRole('button', { name: 'Create Alert' }).click();
  const create = dialog(page, 'Create New Security Alert');
  await create.getByLabel('Alert Title').fill('Slowly made');
  await create.getByLabel('Description').fill('The network is asleep.');
  await create.getByRole('button', { name: 'Create Alert' }).click();
  await expect(create.getByRole('button', { name: 'Creating...' })).toBeDisabled();
  await releaseNew();
  await expect(create).toHaveCount(0);
});

/** A line of our own export: the way to an alert in any state. */
function exported(n: number, title: string, over: Record<string, unknown>): string {
  const at = `2026-11-0${(n % 9) + 1}T10:00:00.000Z`;
  const alert = {
    id: `01a10000-0000-7000-8000-00000000000${n}`,
    title,
    description: 'Made for a test',
    severity: 'LOW',
    status: 'OPEN',
    source: 'Test',
    sourceHost: null,
    sourceUser: null,
    sourceIp: null,
    destIp: null,
    detector: null,
    category: null,
    techniques: [],
    aiInvestigation: null,
    assignedTo: null,
    escalated: false,
    falsePositive: over.status === 'FALSE_POSITIVE',
    timeBasis: 'recorded',
    importId: null,
    createdAt: at,
    receivedAt: at,
    updatedAt: at,
    resolvedAt: null,
    ...over,
  };
  return JSON.stringify({ watchfloor: 1, alert, raw: null, fingerprint: null });
}
