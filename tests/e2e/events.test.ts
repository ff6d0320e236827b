/** The events of an investigation as people go through them: thousands from one file. */
import { beforeAll, describe, test } from 'vitest';
import { dialog } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeFindings } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';
import { isUpdater, openEvents, openEventsOf } from '../helpers/tours/events.ts';

const COUNT = 3_000;
const TITLE = 'Requests of WS-01';
const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
});
const page = () => product().page;
const grid = () => page().getByRole('grid', { name: 'Events', exact: true });
const rowOf = (text: string) => grid().getByRole('row').filter({ hasText: text });
const active = () => grid().getByRole('row', { selected: true });
const event = () => page().getByRole('dialog', { name: 'Event', exact: true });
const told = (text: string) =>
  expect(
    page()
      .getByRole('status')
      .filter({ hasText: /event|Searching/ }),
  ).toHaveText(text);
const search = () => page().getByRole('searchbox', { name: 'Search events' });
/** Those of the updater on the second host are two of the six. */
const UPDATERS = Array.from({ length: COUNT }, (_, n) => n).filter(isUpdater);

beforeAll(async () => {
  await openScreen(product(), '/forensics?new=1');
  const form = dialog(page(), 'New AI Investigation');
  await form.getByLabel('Incident ID').fill('INC-79');
  await form.getByLabel('Investigation Title').fill(TITLE);
  await form.getByLabel('Description').fill('Collected on site');
  await form.getByRole('combobox', { name: 'Investigation Type' }).click();
  await page().getByRole('option', { name: 'Malware' }).click();
  await form.getByRole('button', { name: 'Start Investigation' }).click();
  await expect(form).toHaveCount(0);
  await openEvents(product(), { title: TITLE, count: COUNT });
});

describe('the events of an investigation', () => {
  test('[ES2] [ES3] a word finds its events, and a value of one of them is filtered in', async () => {
    await openEventsOf(product(), TITLE);
    await told('3,000 events');
    await grid().focus();
    await page().keyboard.press('/');
    await expect(search()).toBeFocused();
    await page().keyboard.type('updat');
    await told('6 events');
    for (const n of UPDATERS)
      await expect(rowOf(`Service updater installed ${n}`).first()).toBeVisible();
    await expect(rowOf('answered')).toHaveCount(0);
    await rowOf('Service updater installed 1507').dblclick();
    await expect(event().getByText('svc_updater').first()).toBeVisible();
    expect(await axeFindings(page())).toEqual([]);
    await event().getByRole('button', { name: 'Only events with this Host', exact: true }).click();
    await expect(event()).toHaveCount(0);
    await told('2 events');
    await expect(rowOf('Service updater installed 7')).toHaveCount(1);
    await expect(rowOf('Service updater installed 1507')).toHaveCount(1);
    await page().getByRole('button', { name: 'Remove Host is WS-02' }).click();
    await told('6 events');
    await search().fill('no such word');
    await told('0 events');
    await expect(page().getByText('Nothing found')).toBeVisible();
    expect(await axeFindings(page())).toEqual([]);
  });

  test('[ES5] stacked by a field, the rarest first leads to its event', async () => {
    await openEventsOf(product(), TITLE);
    const stack = page().getByRole('region', { name: 'Stack by' });
    await stack.getByRole('combobox', { name: 'Stack by' }).click();
    await page().getByRole('option', { name: 'User', exact: true }).click();
    await expect(stack.getByText('4 values in 3,000 events')).toBeVisible();
    const values = stack.getByRole('listitem');
    await expect(values).toHaveText(['svc_updater1', 'j.tran999', /1,000$/, /1,000$/]);
    await stack.getByRole('radio', { name: 'Common first' }).click();
    await expect(values.last()).toHaveText('svc_updater1');
    await values.last().getByRole('button').click();
    await told('1 event');
    await expect(rowOf('Service updater installed 1507')).toHaveCount(1);
    await expect(stack.getByText('1 value in 1 event', { exact: true })).toBeVisible();
  });

  test('[ES2] keys move, open and step through events, over the end of what was loaded', async () => {
    await openEventsOf(product(), TITLE);
    await grid().focus();
    await page().keyboard.type('jjjk');
    await expect(active()).toContainText('Request 2 answered');
    await page().keyboard.press('Enter');
    await expect(event().getByRole('heading', { name: 'Request 2 answered' })).toBeVisible();
    await event().getByRole('button', { name: 'Next event' }).click();
    await expect(event().getByRole('heading', { name: 'Request 3 answered' })).toBeVisible();
    await page().keyboard.press('Escape');
    await expect(event()).toHaveCount(0);
    await expect(grid()).toBeFocused();
    await page().keyboard.type('j'.repeat(195));
    await expect(active()).toContainText('Request 198 answered');
    await page().keyboard.press('Enter');
    for (let n = 199; n < 204; n++) {
      await event().getByRole('button', { name: 'Next event' }).click();
      await expect(event().getByRole('heading', { name: `Request ${n} answered` })).toBeVisible();
    }
    await page().keyboard.press('Escape');
    await expect(grid()).toBeFocused();
    await expect(active()).toContainText('Request 203 answered');
    await page().keyboard.press('Home');
    await expect(active()).toContainText('Request 0 answered');
    await page().keyboard.press('End');
    await expect(active()).toContainText('Request 2999 answered');
  });

  test('[ES2] scrolled to the end, the last is there; another search begins at its first', async () => {
    await openEventsOf(product(), TITLE);
    await grid().evaluate((table) => {
      if (table.parentElement) table.parentElement.scrollTop = table.scrollHeight;
    });
    await expect(rowOf('Request 2999 answered')).toBeInViewport();
    await expect(rowOf('Request 2999 answered')).toHaveAttribute('aria-rowindex', '3001');
    await expect(rowOf('Request 0 answered')).toHaveCount(0);
    await search().fill('Request');
    await told('2,994 events');
    await expect(rowOf('Request 0 answered')).toBeInViewport();
    await search().fill('');
    await told('3,000 events');
    await page().getByRole('button', { name: /^Time/ }).click();
    await expect(grid().getByRole('row').nth(1)).toContainText('Request 2999 answered');
  });
});
