/** The training portal: lessons, the live demo, one exercise done wrong and then right. */
import type { Locator } from 'playwright';
import { afterEach, beforeAll, describe, test } from 'vitest';
import { dialog, expectToast, pane } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeInBothThemes, tooWide } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';

const USUAL = { width: 1440, height: 900 };
const product = openSignedIn({
  context: { viewport: USUAL, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});

const page = () => product().page;
const LESSONS = {
  'Historical Analysis': 'One scan that got an answer',
  'Behavior Learning': 'Administrators come from JUMP-01 only',
  'TTP Detection': 'Remote Desktop Protocol',
  'Event Correlation': 'From a mail to the file server',
  'Automated Response': 'Eradicate and recover',
};
const FIGURES = [
  ['Auto-resolution', '89%'],
  ['False positive rate', '2.1%'],
  ['Mean response', '45s'],
  ['Analyst time saved', '67%'],
] as const;
const STAGES = ['under 30s', '2-5 min', '5-15 min', '15-30 min'];
const REASON = 'Same job, host and schedule as every time; confirmed by its owner.';
const REAL = [
  'Files of a share renamed in bulk to one ending',
  'Backup service stopped on a file server',
  'Bank details of a supplier changed after a mail',
  'KHF EXFIL Long names of one domain asked in a row',
];

const openPortal = () => openScreen(product(), '/training');
const openExercise = (key: string) => openScreen(product(), `/training?exercise=${key}`);
const region = (name: string): Locator => page().getByRole('region', { name, exact: true });
const step = (title: string): Locator =>
  region('Steps')
    .getByRole('listitem')
    .filter({ has: page().getByRole('heading', { name: title, exact: true }) });
const queueRow = (title: string | RegExp): Locator =>
  region('The queue').getByRole('listitem').filter({ hasText: title });

async function ask(button: string, confirm: string): Promise<void> {
  await region('Your attempt').getByRole('button', { name: button }).click();
  await page().getByRole('alertdialog').getByRole('button', { name: confirm }).click();
}

async function closeInQueue(row: Locator, reason: string): Promise<void> {
  await row.getByRole('button', { name: 'Close with a reason' }).click();
  const form = dialog(page(), 'Close with a reason');
  await form.getByLabel('Reason').fill(reason);
  await form.getByRole('button', { name: 'Close alert' }).click();
  await expect(form).toHaveCount(0);
}

/** As an analyst does it: open the row on the desk, take it into work, escalate. */
async function takeInHand(title: string): Promise<void> {
  await queueRow(title).getByRole('link').first().click();
  await pane(page()).getByRole('button', { name: 'Investigate', exact: true }).click();
  await expectToast(page(), 'Success', 'Alert updated successfully');
  await pane(page()).getByRole('button', { name: 'Escalate', exact: true }).click();
  await expectToast(page(), 'Success', 'Alert updated successfully');
  await page().getByRole('link', { name: 'Training Portal' }).click();
  await page().getByRole('link', { name: 'Open exercise: Triage this queue' }).click();
}

describe('the lessons', () => {
  beforeAll(openPortal);

  test('the figures that are taught', async () => {
    for (const [label, value] of FIGURES)
      await expect(
        region('Teaching figures').locator('dl > div').filter({ hasText: label }),
      ).toContainText(value);
  });

  test('five tabs, by the keyboard, each clean in both themes', async () => {
    const tabs = page().getByRole('tablist', { name: 'Lessons' });
    await expect(tabs.getByRole('tab')).toHaveText(Object.keys(LESSONS));
    await tabs.getByRole('tab').first().focus();
    for (const [name, text] of Object.entries(LESSONS)) {
      await expect(tabs.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
      await expect(page().getByRole('tabpanel', { name })).toContainText(text);
      expect({ name, findings: await axeInBothThemes(page()) }).toEqual({ name, findings: [] });
      await page().keyboard.press('ArrowRight');
    }
  });

  test('T1021.001 and the four stages of a response', async () => {
    await page().getByRole('tab', { name: 'TTP Detection' }).click();
    const panel = page().getByRole('tabpanel');
    await expect(panel).toContainText('T1021.001');
    for (const name of ['Where to see it', 'What to look for', 'False positives', 'Response'])
      await expect(panel.getByRole('heading', { name })).toBeVisible();
    await page().getByRole('tab', { name: 'Automated Response' }).click();
    const stages = page().getByRole('tabpanel').locator('ol > li');
    for (const [place, duration] of STAGES.entries())
      await expect(stages.nth(place)).toContainText(duration);
  });
});

describe('[TR10] the live demo', () => {
  const bar = () => page().getByRole('progressbar', { name: 'Live demo' });
  const percent = async () => Number(await bar().getAttribute('aria-valuenow'));

  beforeAll(openPortal);

  test('goes from 0 to 100 in tens, one every 300 ms, and can be restarted', async () => {
    await page().evaluate(() => {
      const seen: [number, number][] = [];
      Object.assign(window, { seenByDemo: seen });
      new MutationObserver(() => {
        const now = document.querySelector('[role="progressbar"][aria-label="Live demo"]');
        const value = Number(now?.getAttribute('aria-valuenow') ?? Number.NaN);
        if (!Number.isNaN(value) && seen.at(-1)?.[0] !== value)
          seen.push([value, performance.now()]);
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await page().getByRole('button', { name: 'Start Live Demo' }).click();
    await expect(bar()).toHaveAttribute('aria-valuenow', '100', { timeout: 10_000 });
    await expect(page().getByText('Live demo finished')).toBeAttached();
    const seen = await page().evaluate(
      () => (window as unknown as { seenByDemo: [number, number][] }).seenByDemo,
    );
    expect(seen.map(([value]) => value)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
    const took = (seen.at(-1)?.[1] ?? 0) - (seen[0]?.[1] ?? 0);
    expect(took).toBeGreaterThan(2700);
    expect(took).toBeLessThan(4500);
    expect(await axeInBothThemes(page())).toEqual([]);
    await page().getByRole('button', { name: 'Restart Live Demo' }).click();
    expect(await percent()).toBeLessThan(50);
    await page().getByRole('button', { name: 'Restart Live Demo' }).click();
    await expect(bar()).toHaveAttribute('aria-valuenow', '100', { timeout: 10_000 });
  });

  test('ends when the page is left', async () => {
    await page().getByRole('button', { name: 'Restart Live Demo' }).click();
    await page().getByRole('link', { name: 'Dashboard', exact: true }).click();
    await page().getByRole('link', { name: 'Training Portal' }).click();
    await expect(page().getByRole('button', { name: 'Start Live Demo' })).toBeVisible();
    await expect(bar()).toHaveCount(0);
  });
});

describe('triage this queue', () => {
  afterEach(async () => {
    expect(await axeInBothThemes(page())).toEqual([]);
  });

  test('a briefing before the beginning; hints one by one after it', async () => {
    await openPortal();
    await page().getByRole('link', { name: 'Open exercise: Triage this queue' }).click();
    await expect(region('Briefing')).toContainText('change of shift');
    await expect(region('The queue')).toHaveCount(0);
    await region('Your attempt').getByRole('button', { name: 'Begin' }).click();
    await expect(region('The queue').getByRole('listitem')).toHaveCount(10);
    const hint = step('Begin with what burns').getByRole('button', { name: /hint/i });
    await hint.click();
    await expect(step('Begin with what burns')).toContainText('Severity says how bad');
    await expect(hint).toContainText('1 of 3');
  });

  test('done wrong: a real alert closed as noise is told to be wrong, and why', async () => {
    await closeInQueue(queueRow(/^Bank details/), 'The mail of the supplier explains it.');
    await region('Your attempt').getByRole('button', { name: 'Check my work' }).click();
    await expect(region('Steps').getByRole('status')).toContainText('0 of 6 steps are right');
    const payment = step('Stop the payment');
    await expect(payment).toContainText('Wrong');
    await expect(payment).toContainText('closed as a false positive, but it is real');
    await expect(payment).toContainText('T1657');
    await expect(step('Throw nothing real away')).toContainText('Wrong');
    await payment.getByRole('link').first().click();
    await expect(pane(page())).toContainText('Bank details of a supplier changed after a mail');
    await page().goBack();
    for (const size of [
      { width: 1024, height: 700 },
      { width: 720, height: 450 },
    ]) {
      await page().setViewportSize(size);
      expect({ size, wide: await tooWide(page()) }).toEqual({ size, wide: [] });
    }
    await page().setViewportSize(USUAL);
  });

  test('done right: taken in hand on the desk, the noise closed with reasons', async () => {
    await ask('Restart', 'Restart');
    await expect(region('The queue')).toContainText('0 of 10 taken up');
    for (const title of REAL) await takeInHand(title);
    for (let left = 6; left > 0; left--) {
      const open = region('The queue').getByRole('listitem').filter({ hasText: /OPEN/ });
      await expect(open).toHaveCount(left);
      await closeInQueue(open.first(), REASON);
    }
    await region('Your attempt').getByRole('button', { name: 'Check my work' }).click();
    await expect(region('Steps').getByRole('status')).toContainText('The exercise is passed');
    await expect(region('Your attempt')).toContainText('Passed');
  });

  test('put back, the dashboard has its figures again', async () => {
    await ask('Put the demo back', 'Put back');
    await expectToast(page(), 'Success', 'as the demo made them');
    await expect(region('Your attempt')).toContainText('Passed');
    await openScreen(product(), '/');
    const figures = page().getByRole('region', { name: 'Key figures' });
    await expect(figures.getByRole('link', { name: /^Active Alerts/ })).toContainText('12');
    await expect(figures.getByRole('link', { name: /^Auto-Resolved/ })).toContainText('89%');
  });
});

test('close a gap: the dialog says what does not hold, and saves what does', async () => {
  await openExercise('close-gap');
  await region('Your attempt').getByRole('button', { name: 'Begin' }).click();
  await page().getByRole('button', { name: 'Assess SOC 2 Type II CC6.3' }).click();
  const form = dialog(page(), 'Assess SOC 2 Type II CC6.3');
  await form.getByRole('radio', { name: 'Compliant', exact: true }).click();
  await form.getByLabel('Reason').fill('All 14 accounts of the terminal systems are reviewed.');
  product().watch.allow(/status of 400/);
  await form.getByRole('button', { name: 'Save assessment' }).click();
  await expect(form.getByRole('alert')).toContainText('Choose the evidence that proves it');
  expect(await axeInBothThemes(page())).toEqual([]);
  await form.getByRole('checkbox', { name: /supplement/ }).check();
  await form.getByRole('button', { name: 'Save assessment' }).click();
  await expect(form).toHaveCount(0);
  await expect(region('Gaps').getByText('COMPLIANT', { exact: true })).toBeVisible();
  await region('Your attempt').getByRole('button', { name: 'Check my work' }).click();
  await expect(region('Steps').getByRole('status')).toContainText('The exercise is passed');
  expect(await axeInBothThemes(page())).toEqual([]);
  await ask('Put the demo back', 'Put back');
  await expect(region('Gaps').getByText('COMPLIANT', { exact: true })).toHaveCount(0);
});

test('what is typed as an answer stays while the desk is looked at', async () => {
  await openExercise('investigate-host');
  await region('Your attempt').getByRole('button', { name: 'Begin' }).click();
  await page().getByLabel('Which address does the loader').fill('198.51.100[.]77');
  await page().getByRole('link', { name: 'Go to the desk' }).click();
  await expect(page()).toHaveURL(/\/alerts\?q=10\.20\.10\.14/);
  await page().goBack();
  await expect(page().getByLabel('Which address does the loader')).toHaveValue('198.51.100[.]77');
  expect(await axeInBothThemes(page())).toEqual([]);
});

test('[TR2] without the demo the portal works, and the exercises say what they need', async () => {
  await openScreen(product(), '/');
  await page().request.post(`${product().origin}/api/workspace/leave-demo`, { data: {} });
  await openPortal();
  await expect(region('Guided exercises')).toContainText('need the demo workspace');
  await expect(page().getByRole('button', { name: 'Start Live Demo' })).toBeVisible();
  expect(await axeInBothThemes(page())).toEqual([]);
  await page().getByRole('link', { name: 'Read the briefing: Triage this queue' }).click();
  await expect(region('Briefing')).toBeVisible();
  await expect(page().getByRole('button', { name: 'Begin' })).toHaveCount(0);
  await openExercise('nothing-like-it');
  await expect(page().getByText('No such exercise')).toBeVisible();
});
