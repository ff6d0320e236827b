/** The pages of account, people, appearance, notifications and baselines, as a person meets them. */
import type { Page } from 'playwright';
import { beforeAll, beforeEach, describe, test } from 'vitest';
import { authContract } from '../../src/shared/areas/auth/auth.contract.ts';
import { contract } from '../../src/shared/contract/index.ts';
import { clientOf } from '../helpers/browser-calls.ts';
import {
  ACCOUNT,
  choose,
  DASHBOARD,
  dialog,
  expectToast,
  openDesk,
  rows,
  signIn,
} from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeInBothThemes, tooWide } from '../helpers/page-checks.ts';

const PAGES = {
  account: 'Account',
  appearance: 'Appearance',
  notifications: 'Notifications',
  people: 'People and roles',
  baselines: 'Baselines',
} as const;
const NEW_PASSWORD = 'a quite different phrase';
const RUI = { ...ACCOUNT, email: 'rui@example.test', firstName: 'Rui', lastName: 'Costa' };

const product = openSignedIn({ workspace: 'Demo workspace' });

async function openPage(name: keyof typeof PAGES): Promise<Page> {
  const { page, origin } = product();
  await page.goto(`${origin}/settings/${name}`);
  await expect(page.getByRole('heading', { level: 1, name: PAGES[name] })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  return page;
}

/** Signs the person in somewhere else, by the core's own call. */
async function signInElsewhere(email: string = ACCOUNT.email): Promise<void> {
  const answer = await fetch(`${product().origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: ACCOUNT.password }),
  });
  expect(answer.status).toBe(200);
}

const person = (page: Page, name: string) =>
  page.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: name });

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('the foot of the sidebar leads to the settings, whose nav leads to each page', async () => {
  const { page, origin } = product();
  await page.goto(`${origin}/`);
  await page.getByRole('link', { name: 'Settings' }).click();
  const nav = page.getByRole('navigation', { name: 'Settings' });
  for (const label of Object.values(PAGES)) {
    await nav.getByRole('link', { name: label, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible();
  }
  await page.goto(`${origin}/settings/no-such-page`);
  await expect(page.getByText('404 Page Not Found').last()).toBeVisible();
});

describe('the account', () => {
  test('a name is saved and shows in the sidebar', async () => {
    const page = await openPage('account');
    await page.getByLabel('First name').fill('Anabel');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expectToast(page, 'Success', 'Your account is saved');
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toContainText('Anabel');
    await page.getByLabel('First name').fill(ACCOUNT.firstName);
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expectToast(page, 'Success', 'Your account is saved');
  });

  test('[SET9] what is not saved is not lost without a question', async () => {
    const page = await openPage('account');
    await page.getByLabel('Last name').fill('Unsaved');
    await page.getByRole('link', { name: 'Appearance', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByLabel('Last name')).toHaveValue('Unsaved');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { name: DASHBOARD })).toBeVisible();
  });

  test('the password is changed with the old one, and a wrong one is told at its field', async () => {
    product().watch.allow(/status of 400/);
    const page = await openPage('account');
    const change = async (current: string, next: string, again = next) => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel(/^New password\W*$/).fill(next);
      await page.getByLabel('New password again').fill(again);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await change('not the password', NEW_PASSWORD);
    await expect(page.getByText('Current password is wrong')).toBeVisible();
    await change(ACCOUNT.password, NEW_PASSWORD, 'something else entirely');
    await expect(page.getByText('The passwords are not the same')).toBeVisible();
    await signInElsewhere();
    await change(ACCOUNT.password, NEW_PASSWORD);
    await expectToast(page, 'Success', 'One other session was ended');
    await change(NEW_PASSWORD, ACCOUNT.password);
    await expectToast(page, 'Success', 'Your password is changed');
  });

  test('another session is listed and ended', async () => {
    await signInElsewhere();
    const page = await openPage('account');
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await expect(sessions.getByRole('listitem')).toHaveCount(2);
    await expect(sessions.getByText('This session')).toBeVisible();
    await sessions.getByRole('button', { name: /^End the session/ }).click();
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
  });
});

describe('preferences', () => {
  test('[SET1] theme and density hold at once, in another window, and in a new browser', async () => {
    const page = await openPage('appearance');
    const other = await product().openWindow('/settings/appearance');
    const root = page.locator('html');
    await page.getByRole('radio', { name: 'Light' }).click();
    await page.getByRole('radio', { name: 'Comfortable' }).click();
    for (const html of [root, other.page.locator('html')]) {
      await expect(html).toHaveAttribute('data-theme', 'light');
      await expect(html).toHaveAttribute('data-density', 'comfortable');
    }
    await other.page.close();
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await expect(root).toHaveAttribute('data-theme', 'light');
    await expect(root).toHaveAttribute('data-density', 'comfortable');
    await page.getByRole('radio', { name: 'Compact' }).click();
    await page.getByRole('button', { name: 'Theme', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  });

  test('[SET1] rows of the desk have more room in the comfortable density', async () => {
    const { page } = product();
    const heightAs = async (density: 'compact' | 'comfortable') => {
      await clientOf(product()).call(contract.preferences.update, { body: { density } });
      await expect(page.locator('html')).toHaveAttribute('data-density', density);
      return (await rows(page).first().boundingBox())?.height ?? 0;
    };
    await openDesk(product());
    const comfortable = await heightAs('comfortable');
    expect(await heightAs('compact')).toBeLessThan(comfortable);
  });

  test('[SET4] the top bar turns every time to UTC and back', async () => {
    const { page } = product();
    await openDesk(product());
    const time = rows(page).first().locator('time');
    await expect(time).not.toHaveText(/UTC$/);
    const toggle = page.getByRole('button', { name: 'Times in UTC' });
    await toggle.click();
    await expect(time).toHaveText(/UTC$/);
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    await page.reload();
    await expect(time).toHaveText(/UTC$/);
    await toggle.click();
    await expect(time).not.toHaveText(/UTC$/);
  });

  test('what an account is told about stays chosen', async () => {
    const page = await openPage('notifications');
    await page.getByRole('switch', { name: 'Job finished' }).click();
    await expect(page.getByRole('switch', { name: 'Job finished' })).not.toBeChecked();
    await page.reload();
    await expect(page.getByRole('switch', { name: 'Job finished' })).not.toBeChecked();
    await page.getByRole('switch', { name: 'Job finished' }).click();
    await expect
      .poll(async () => (await clientOf(product()).call(contract.preferences.get, {})).notify)
      .toMatchObject({ jobDone: true, desktop: true });
  });
});

describe('baselines', () => {
  test('[SET2] another baseline is another figure on the dashboard', async () => {
    const page = await openPage('baselines');
    const minutes = page.getByLabel('Minutes per alert');
    const save = page.getByRole('button', { name: 'Save baselines' });
    const { origin } = product();
    await minutes.fill('20');
    await save.click();
    await expectToast(page, 'Success', 'The baselines are saved');
    await page.goto(`${origin}/`);
    await expect(page.getByRole('main').getByText('84%')).toBeVisible();
    await openPage('baselines');
    await minutes.fill('10');
    await save.click();
    await expectToast(page, 'Success', 'The baselines are saved');
    await page.goto(`${origin}/`);
    await expect(page.getByRole('main').getByText('67%')).toBeVisible();
  });

  test('what cannot be is told at its field', async () => {
    product().watch.allow(/status of 400/);
    const page = await openPage('baselines');
    await page.getByLabel('Minutes per alert').fill('0');
    await page.getByRole('button', { name: 'Save baselines' }).click();
    await expect(page.getByText('Minutes per alert must be between 0.5 and 480')).toBeVisible();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page.getByLabel('Minutes per alert')).toHaveValue('10');
    await page.getByLabel('Critical').first().fill('9');
    await page.getByRole('button', { name: 'Save baselines' }).click();
    await expect(page.getByText(/cannot be due earlier than a more severe one/)).toBeVisible();
    const discard = page.getByRole('button', { name: 'Discard changes' });
    await discard.click();
    await expect(page.getByLabel('Critical').first()).toHaveValue('1');
    await expect(discard).toHaveCount(0);
  });
});

describe('people', () => {
  test('an account is added, gets another role, is closed and opened again', async () => {
    const page = await openPage('people');
    await page.getByRole('button', { name: 'Add account' }).click();
    const add = dialog(page, 'Add account');
    await add.getByRole('button', { name: 'Add account' }).click();
    await expect(add.getByText('First name is required')).toBeVisible();
    await add.getByLabel('First name').fill('Mia');
    await add.getByLabel('Last name').fill('Berg');
    await add.getByLabel('Email').fill('mia@example.test');
    await add.getByLabel('Initial password').fill(ACCOUNT.password);
    await add.getByRole('button', { name: 'Add account' }).click();
    await expectToast(page, 'Success', 'Mia Berg has an account now');
    await expect(person(page, 'Mia Berg')).toContainText('SOC Analyst');

    await act(page, 'Mia Berg', 'Change role');
    const role = dialog(page, 'Role of Mia Berg');
    await choose(page, role.getByRole('combobox', { name: 'Role' }), 'Auditor');
    await role.getByRole('button', { name: 'Change role' }).click();
    await expectToast(page, 'Success', 'Mia Berg is Auditor now');

    await act(page, 'Mia Berg', 'Reset password');
    const reset = dialog(page, 'Reset the password of Mia Berg');
    await reset.getByLabel('New password').fill(NEW_PASSWORD);
    await reset.getByRole('button', { name: 'Reset password' }).click();
    await expectToast(page, 'Success', 'Mia Berg has a new password');

    await act(page, 'Mia Berg', 'Deactivate');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
    await expectToast(page, 'Success', 'Mia Berg is deactivated');
    await expect(person(page, 'Mia Berg')).toContainText('Deactivated');
    await act(page, 'Mia Berg', 'Reactivate');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reactivate' }).click();
    await expectToast(page, 'Success', 'Mia Berg is active again');

    const log = page.getByRole('region', { name: 'Log of changes of accounts' });
    for (const text of ['reactivated', 'deactivated', 'from SOC Analyst to Auditor', 'added']) {
      await expect(log).toContainText(text);
    }
  });

  test('[SET8] the last administrator is told why the role stays', async () => {
    product().watch.allow(/status of 409/);
    const page = await openPage('people');
    await act(page, 'Ana Silva', 'Change role');
    const role = dialog(page, 'Role of Ana Silva');
    await choose(page, role.getByRole('combobox', { name: 'Role' }), 'Auditor');
    await role.getByRole('button', { name: 'Change role' }).click();
    await expect(role.getByText(/This is the last administrator/)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(person(page, 'Ana Silva')).toContainText('Administrator');
  });
});

describe('for the eye and the ear', () => {
  const USUAL = { width: 1280, height: 720 };

  test.each(Object.keys(PAGES) as (keyof typeof PAGES)[])(
    '[PG8] %s: axe finds nothing, and nothing scrolls sideways',
    async (name) => {
      const page = await openPage(name);
      expect(await axeInBothThemes(page)).toEqual([]);
      for (const viewport of [
        { width: 1024, height: 700 },
        { width: 640, height: 360 },
      ]) {
        await page.setViewportSize(viewport);
        expect(await tooWide(page)).toEqual([]);
      }
      await page.setViewportSize(USUAL);
    },
  );

  test('[PG8] the dialogs, the questions and what is wrong in a form', async () => {
    const page = await openPage('people');
    await page.getByRole('button', { name: 'Actions for Daniel Osei' }).click();
    expect(await axeInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    for (const action of ['Change role', 'Reset password', 'Deactivate']) {
      await act(page, 'Daniel Osei', action);
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
      expect(await axeInBothThemes(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
    }
    await page.getByRole('button', { name: 'Add account' }).click();
    await dialog(page, 'Add account').getByRole('button', { name: 'Add account' }).click();
    expect(await axeInBothThemes(page)).toEqual([]);
  });
});

describe('who is no administrator', () => {
  beforeAll(async () => {
    await clientOf(product()).call(authContract.createAccount, {
      body: { ...RUI, role: 'Auditor' },
    });
  });
  beforeEach(async () => {
    const { page, watch } = product();
    watch.allow(/status of 401/);
    await page.context().clearCookies();
    await signIn(product(), RUI.email);
  });

  test('[SET3] sees the baselines and the people, and is offered no change of them', async () => {
    const page = await openPage('people');
    await expect(person(page, 'Ana Silva')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add account' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Changes of accounts' })).toHaveCount(0);
    await openPage('baselines');
    await expect(page.getByLabel('Minutes per alert')).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Save baselines' })).toHaveCount(0);
    expect(await axeInBothThemes(page)).toEqual([]);
  });
});
