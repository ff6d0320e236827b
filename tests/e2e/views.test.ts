/** Queries with completion and errors, saved views, counts by a field and over time, at the desk. */
import { beforeAll, describe, test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeInBothThemes, tooWide } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
});
const page = () => product().page;
const box = () => page().getByPlaceholder('Search alerts...');
const options = () => page().getByRole('listbox', { name: 'Completions' }).getByRole('option');
const search = () => page().getByRole('search', { name: 'Filters' });
const query = () => new URL(page().url()).searchParams.get('query');

beforeAll(async () => {
  const { origin } = product();
  const alerts = [
    ['Beacon to a new domain', 'web-01', 'CRITICAL'],
    ['Beacon to an old domain', 'web-02', 'HIGH'],
    ['Port scan', 'db-01', 'LOW'],
  ] as const;
  for (const [title, sourceHost, severity] of alerts) {
    await page().request.post(`${origin}/api/alerts`, {
      headers: { origin },
      data: { title, severity, sourceHost, description: 'As seen', source: 'EDR' },
    });
  }
  await openScreen(product(), '/alerts');
});

describe('the search box', () => {
  test('[VI1] completes fields and values by the keyboard, and finds', async () => {
    await box().pressSequentially('hos');
    await expect(options().first()).toContainText('host:');
    await box().press('ArrowDown');
    await box().press('Enter');
    await expect(box()).toHaveValue('host:');
    await box().pressSequentially('web');
    await expect(options()).toHaveCount(2);
    await expect(options().first()).toContainText('1');
    await box().press('ArrowDown');
    await box().press('Enter');
    await expect(box()).toHaveValue('host:web-01 ');
    await expect(search()).toContainText('1 alert');
    await expect.poll(query).toBe('host:web-01 ');
    await box().fill('host:web-* not severity:critical');
    await expect(search()).toContainText('1 alert');
    await box().fill('-title:beacon');
    await expect(search()).toContainText('1 alert');
  });

  test('[VI2] says what is wrong, where, and puts it right', async () => {
    await box().fill('host:web-* sevrity:critical');
    await expect(
      page().getByText('There is no field "sevrity". Did you mean severity?'),
    ).toBeVisible();
    await expect(box()).toHaveAttribute('aria-invalid', 'true');
    expect(await axeInBothThemes(page())).toEqual([]);
    await page().getByRole('button', { name: 'Write severity' }).click();
    await expect(box()).toHaveValue('host:web-* severity:critical');
    await expect(search()).toContainText('1 alert');
  });
});

describe('saved views', () => {
  test('[VI9] are saved, opened from the menu and the palette, and start the desk', async () => {
    await search().getByRole('button', { name: 'Views' }).click();
    await page().getByRole('menuitem', { name: 'Save view...' }).click();
    const form = dialog(page(), 'Save view');
    await form.getByLabel('Name').fill('Critical web');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expectToast(page(), 'Success', 'View saved');
    await search().getByRole('button', { name: 'Clear' }).click();
    await expect(search()).toContainText('3 alerts');
    await search().getByRole('button', { name: 'Views' }).click();
    await page().getByRole('menuitem', { name: 'Critical web' }).click();
    await expect(box()).toHaveValue('host:web-* severity:critical');
    await search().getByRole('button', { name: 'Views' }).click();
    await page().getByRole('menuitem', { name: 'Manage views...' }).click();
    const views = dialog(page(), 'Views');
    await views.getByRole('button', { name: 'Shared: Critical web' }).click();
    await expect(views.getByRole('button', { name: 'Shared: Critical web' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await views.getByRole('button', { name: 'Default: Critical web' }).click();
    expect(await axeInBothThemes(page())).toEqual([]);
    await page().keyboard.press('Escape');
    await openScreen(product(), '/alerts');
    await expect(box()).toHaveValue('host:web-* severity:critical');
    await page().keyboard.press('ControlOrMeta+k');
    await page().getByPlaceholder('Search everything, or type a command').fill('host:db');
    await expect(page().getByRole('option', { name: /db-01/ })).toBeVisible();
    await page().keyboard.press('Enter');
    await expect(box()).toHaveValue('host:db');
  });
});

describe('counts', () => {
  test('[VI11] by a field and over time; both narrow', async () => {
    await search().getByRole('button', { name: 'Clear' }).click();
    await search().getByRole('button', { name: 'Analyse' }).click();
    const rows = page().getByTestId('stack-rare').getByRole('listitem');
    await expect(rows).toHaveCount(3);
    await page().getByRole('combobox', { name: 'Count by' }).click();
    await page().getByRole('option', { name: 'Severity', exact: true }).click();
    await page().getByRole('radio', { name: 'Common first' }).click();
    await expect(page().getByTestId('stack-common').getByRole('listitem')).toHaveCount(3);
    expect(await tooWide(page())).toEqual([]);
    expect(await axeInBothThemes(page())).toEqual([]);
    await page().getByTestId('stack-common').getByRole('button', { name: /LOW/ }).click();
    await expect(box()).toHaveValue('severity:low');
    await expect(search()).toContainText('1 alert');
    const end = page().getByRole('slider', { name: 'Begin of the stretch' });
    await expect(end).toBeVisible();
    const chart = page().getByTestId('volume-brush');
    await chart.click();
    await expect.poll(() => new URL(page().url()).searchParams.has('from')).toBe(true);
    await expect(search()).toContainText('1 alert');
  });
});
