/** The demo workspace: every figure on the screen is the one of the decisions, section 3. */
import type { Locator } from 'playwright';
import { test } from 'vitest';
import { openDesk } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';

const product = openSignedIn({ workspace: 'Demo workspace', isFresh: true });

const page = () => product().page;
const card = (name: RegExp): Locator =>
  page().getByRole('region', { name: 'Key figures' }).getByRole('link', { name });
const figure = (name: string): Locator =>
  page()
    .getByRole('region', { name: 'Success Metrics & Benchmarks' })
    .locator('div', { has: page().locator('dt', { hasText: name }) })
    .last();

test('[PG14] the key figures', async () => {
  await expect(card(/^Active Alerts/)).toContainText(/12\s*↑ 3 from last hour/);
  await expect(card(/^Compliance Score/)).toContainText(/94%\s*↑ 2% this month/);
  await expect(card(/^Risk Score/)).toContainText('LOW');
  await expect(card(/^Auto-Resolved/)).toContainText('89%');
  await expect(page().getByText('Last updated 2 mins ago')).toBeVisible();
});

test('[PG14] badges of the sidebar and the notifications', async () => {
  await expect(page().getByRole('link', { name: /Alerts & Incidents/ })).toContainText('12');
  await expect(page().getByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible();
});

test('[PG14] frameworks and the assistant', async () => {
  const panel = page().getByRole('region', { name: 'Compliance Frameworks' });
  await expect(panel).toContainText('Active monitoring across 42 frameworks');
  await expect(panel.getByRole('listitem')).toHaveText([
    /SOC 2 Type II.*96%/,
    /ISO 27001.*94%/,
    /NIST CSF.*87%/,
    /GDPR.*98%/,
    /PCI DSS.*78%/,
  ]);
  await expect(panel).toContainText('Automation 87% · 234 of 267');
  await expect(page().getByText('AI Processing 3 incidents')).toBeVisible();
});

test('[PG14] benchmarks', async () => {
  await expect(figure('Auto-Triage Rate')).toContainText('89%');
  await expect(figure('False Positive Rate')).toContainText('2.1%');
  await expect(figure('Mean Response Time')).toContainText('45s');
  await expect(figure('Analyst Time Saved')).toContainText('67%');
  await expect(figure('Audit Prep Time')).toContainText('2.3h');
  await expect(figure('Audit Prep Time')).toContainText('vs 2.5 days manual');
  await expect(figure('Risk Reduction')).toContainText('34%');
  await expect(figure('Risk Reduction')).toContainText('year over year');
  await expect(page().getByText('vs 40+ frameworks')).toBeVisible();
});

test('[PG14] a figure leads to the rows behind it: their number is the figure', async () => {
  await card(/^Active Alerts/).click();
  await expect(page().getByText('12 alerts', { exact: true })).toBeVisible();
  await expect(page()).toHaveURL(/status=OPEN,IN_PROGRESS|status=OPEN%2CIN_PROGRESS/);
});

test('the stream shows the five newest alerts, each leading to the desk', async () => {
  await page().goto(product().origin);
  const stream = page().getByRole('region', { name: 'Real-time Alert Stream' });
  await expect(stream.getByRole('listitem')).toHaveCount(5);
  const title = await stream
    .getByRole('listitem')
    .first()
    .locator('.font-medium.truncate')
    .textContent();
  await stream.getByRole('listitem').first().getByRole('link').click();
  await expect(page()).toHaveURL(/\/alerts\?alert=/);
  await expect(page().getByRole('heading', { level: 2, name: title ?? '' })).toBeVisible();
  await page().goto(product().origin);
  await page().getByRole('link', { name: 'View All Alerts →' }).click();
  await expect(page()).toHaveURL(`${product().origin}/alerts`);
});

test('leaving the demo asks, then starts empty; the account stays', async () => {
  await openDesk(product());
  await expect(page().getByRole('complementary', { name: 'Demo workspace' })).toBeVisible();
  await page().getByRole('button', { name: 'Leave demo' }).click();
  const question = page().getByRole('alertdialog', { name: 'Leave the demo workspace?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page().getByText('1,012 alerts')).toBeVisible();
  await page().getByRole('button', { name: 'Leave demo' }).click();
  await question.getByRole('button', { name: 'Delete and start empty' }).click();
  await expect(page().getByText('No Alerts Found')).toBeVisible();
  await expect(page().getByRole('complementary', { name: 'Demo workspace' })).toHaveCount(0);
  await page().goto(product().origin);
  await expect(page().getByText('No Active Alerts')).toBeVisible();
  await expect(card(/^Compliance Score/)).toContainText('—');
});
