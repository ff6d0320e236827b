/** The overview of compliance: the decisions' figures on the screen, and why they are what they are. */
import type { Locator } from 'playwright';
import { beforeAll, describe, test } from 'vitest';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeFindings, tooWide } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;
const figures = () => page().getByRole('region', { name: 'Key figures' });
const figure = (label: string): Locator => figures().getByRole('link').filter({ hasText: label });
const table = () => page().getByRole('grid', { name: 'Framework scores' });
const drawer = () => page().getByRole('dialog', { name: 'Why this score' });

const FIGURES = [
  ['Overall compliance', '94%', '+2%', 'status=COMPLIANT%2CPARTIALLY_COMPLIANT%2CNON_COMPLIANT'],
  ['Active frameworks', '42', '267 controls', 'tab=frameworks'],
  ['Gaps', '12', 'non-compliant', 'status=NON_COMPLIANT'],
  ['Automation', '87%', '234 of 267', 'automated=true'],
  ['Compliant controls', '234', 'of 249 assessed', 'status=COMPLIANT'],
  ['Not assessed', '18', 'of 267', 'status=NOT_ASSESSED'],
] as const;
const SCORES = [
  ['SOC 2 Type II', '96%', 'On target'],
  ['ISO 27001', '94%', 'On target'],
  ['NIST CSF', '87%', 'To watch'],
  ['GDPR', '98%', 'On target'],
  ['PCI DSS', '78%', 'Below target'],
  ['HIPAA', '91%', 'On target'],
  ['CCPA', '89%', 'To watch'],
  ['FedRAMP', '84%', 'To watch'],
] as const;

beforeAll(() => openScreen(product(), '/compliance'));

describe('[CS6] the figures of the decisions', () => {
  test.each(FIGURES)('%s is %s (%s) and leads to its rows', async (label, value, note, address) => {
    const link = figure(label);
    await expect(link).toContainText(value);
    await expect(link).toContainText(note);
    expect(await link.getAttribute('href')).toContain(address);
  });

  test('the eight named frameworks stand first, with their scores', async () => {
    for (const [place, [name, score, word]] of SCORES.entries()) {
      const row = table()
        .getByRole('row')
        .nth(place + 1);
      await expect(row).toContainText(name);
      await expect(row).toContainText(score);
      await expect(row).toContainText(word);
    }
    await expect(page().getByText('42 active frameworks')).toBeVisible();
    await expect(table()).toHaveAttribute('aria-rowcount', '43');
  });

  test('are those of the dashboard, whose frameworks lead to their explanation', async () => {
    await openScreen(product(), '/');
    await expect(page().getByText('↑ 2% this month')).toBeVisible();
    await page()
      .getByRole('link', { name: /^PCI DSS/ })
      .click();
    await expect(drawer()).toContainText('PCI DSS');
    await expect(drawer()).toContainText('78%');
    await page().keyboard.press('Escape');
    await expect(drawer()).toHaveCount(0);
    expect(new URL(page().url()).search).toBe('');
  });
});

describe('[CS9] score, coverage and assurance', () => {
  beforeAll(() => openScreen(product(), '/compliance'));

  test('stand side by side, each with a name of its own', async () => {
    for (const header of ['Score', 'Coverage', 'Assurance'])
      await expect(table().getByRole('columnheader', { name: header })).toBeVisible();
    await expect(figure('Coverage')).toContainText('93%');
    await expect(figure('Assurance')).toContainText(/\d+%/);
  });

  test('the charts have figures as a table, and the screen is clean', async () => {
    for (const title of [
      'Score trend',
      'Evidence expiring',
      'Framework scores by band',
      'Control status by framework',
    ]) {
      const chart = page().getByRole('region', { name: title });
      await chart.getByRole('radio', { name: 'Table' }).click();
      await expect(chart.getByRole('table').getByRole('row').nth(2)).toBeVisible();
      await chart.getByRole('radio', { name: 'Chart' }).click();
    }
    expect(await axeFindings(page())).toEqual([]);
  });

  test('what changed since yesterday and since last week', async () => {
    const changes = page().getByRole('region', { name: 'What changed' }).first();
    await expect(changes.getByRole('listitem').first()).toBeVisible();
    await changes.getByRole('radio', { name: 'Day' }).click();
    await expect(changes).toContainText('Since yesterday');
  });

  test('a week of the expiry opens onto its evidence', async () => {
    const week = page()
      .getByRole('link', { name: /^Week from .*: \d+ expire$/ })
      .first();
    const count = Number(/: (\d+) expire/.exec((await week.getAttribute('aria-label')) ?? '')?.[1]);
    await week.click();
    const list = page().getByRole('dialog', { name: 'Evidence that expires' });
    await expect(list.getByRole('listitem')).toHaveCount(count);
    const href = await list.getByRole('link').first().getAttribute('href');
    expect(href).toMatch(/^\/evidence\?evidence=/);
    await page().keyboard.press('Escape');
    await expect(list).toHaveCount(0);
  });

  test('nothing scrolls sideways at 1024 px but the table in itself', async () => {
    await page().setViewportSize({ width: 1024, height: 768 });
    const wide = (await tooWide(page())).filter((text) => !text.includes('rounded-lg border'));
    expect(wide).toEqual([]);
    await page().setViewportSize({ width: 1440, height: 900 });
  });
});

describe('[CS7] why this score', () => {
  beforeAll(() => openScreen(product(), '/compliance'));

  test('down to the proof, by the keyboard', async () => {
    const why = page().getByRole('button', { name: 'Why this score: SOC 2 Type II' });
    await why.focus();
    await page().keyboard.press('Enter');
    await expect(drawer()).toContainText('24 compliant of 25 assessed');
    await expect(drawer()).toContainText('assurance/1');
    expect(new URL(page().url()).searchParams.get('why')).not.toBeNull();
    await drawer()
      .getByRole('button', { name: /^CC1\.1 / })
      .click();
    await expect(drawer().getByText('points of assurance')).toBeVisible();
    await expect(drawer()).toContainText('+20 of 20');
    const proof = drawer().getByRole('link', { name: /^Evidence: / });
    expect(await proof.getAttribute('href')).toMatch(/^\/evidence\?evidence=/);
    expect(await axeFindings(page())).toEqual([]);
    await page().keyboard.press('Escape');
    await expect(drawer()).toHaveCount(0);
    await expect(why).toBeFocused();
  });

  test('of all frameworks: what each of them takes', async () => {
    await figure('Assurance').click();
    await expect(drawer()).toContainText('All active frameworks');
    await drawer().getByRole('button', { name: 'Why this score: GDPR' }).click();
    await expect(drawer()).toContainText('48 compliant of 49 assessed');
    await page().goBack();
    await expect(drawer()).toContainText('All active frameworks');
  });
});
