/** What attackers write into alerts reaches the page as text: it runs, loads and blocks nothing. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, test } from 'vitest';
import { createAlert } from '../helpers/browser-calls.ts';
import { finishImport, openDesk, pane, paneField, row, rows } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';

const product = openSignedIn();

const MARKUP = [
  '<img src=x onerror="window.hit=1;alert(1)">',
  '<script>window.hit=1;fetch("https://evil.example/a")</script>',
  '"><svg onload=window.hit=1><a href="javascript:window.hit=1">here</a>',
  '<iframe src="https://evil.example/frame"></iframe>',
  '[link](javascript:window.hit=1) ![image](https://evil.example/pixel.png)',
  '{{constructor.constructor("window.hit=1")()}} #{window.hit=1}',
  '<style>*{display:none}</style><link rel=stylesheet href=https://evil.example/x.css>',
];
/** Right-to-left override: what is read is not what it is. */
const BIDI = 'invoice\u202efdp.exe';
const HIDDEN = 'zero\u200bwidth\u0000nul\u0007bell\u001b[31mred';
const LONG = 'A'.repeat(1024 * 1024);
const DEEP = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;

beforeAll(async () => {
  for (const [n, text] of MARKUP.entries()) {
    await createAlert(product(), {
      title: text.slice(0, 100),
      description: text,
      source: `src${n} ${text}`.slice(0, 200),
      sourceHost: text,
      sourceUser: text,
      sourceIp: text,
    });
  }
  const at = '2026-11-20T10:00:00.000Z';
  const record = (over: object) =>
    JSON.stringify({ timestamp: at, title: 'x', severity: 'high', ...over });
  const lines = [
    record({ title: BIDI, user: BIDI }),
    record({ title: HIDDEN }),
    record({ title: LONG, description: 'one megabyte of title' }),
    `{"timestamp":"${at}","title":"Deeply nested","severity":"high","nest":${DEEP}}`,
    `{"timestamp":"${at}","title":"Numbers","severity":"high","n":9007199254740993,"e":1e999}`,
    record({ title: MARKUP[0], '<b>field</b>': MARKUP[1] }),
  ];
  const bytes = Buffer.concat([
    Buffer.from(`${lines.join('\n')}\n`),
    Buffer.from(`{"timestamp":"${at}","severity":"high","title":"Broken bytes `),
    Buffer.from([0xff, 0xfe, 0xc3, 0x28]),
    Buffer.from('"}\n'),
  ]);
  const path = join(product().folder, 'hostile<img src=x onerror=window.hit=1>.json');
  await writeFile(path, bytes);
  await openDesk(product());
  await product().dropFiles([path]);
  const { Added, Rejected } = await finishImport(product().page);
  expect({ Added, Rejected }).toEqual({ Added: '7', Rejected: '0' });
});

const isHit = () => product().page.evaluate(() => 'hit' in window);

test('[PG1] markup and scripts in every field are shown as they were written', async () => {
  const { page } = product();
  await openDesk(product());
  for (const text of MARKUP) {
    await expect(
      rows(page)
        .filter({ hasText: text.slice(0, 60) })
        .first(),
    ).toBeVisible();
  }
  await expect(page.locator('main :is(script, iframe, svg[onload], img, style)')).toHaveCount(0);
  await rows(page)
    .filter({ hasText: MARKUP[0] ?? '' })
    .first()
    .getByRole('link')
    .first()
    .click();
  await expect(pane(page).getByRole('heading', { level: 2 })).toHaveText(MARKUP[0] ?? '');
  await expect(paneField(page, 'Host')).toHaveText(MARKUP[0] ?? '');
  expect(await isHit()).toBe(false);
});

test('[PG1] what reorders or hides text is made visible', async () => {
  const { page } = product();
  await openDesk(product(), '?source=Import');
  await expect(row(page, /invoice⟨U\+202E⟩fdp\.exe/)).toBeVisible();
  await expect(row(page, /zero⟨U\+200B⟩width/)).toBeVisible();
  const text = await page.locator('body').evaluate((body) => body.textContent ?? '');
  for (const hidden of ['\u202e', '\u200b', '\u0000', '\u0007', '\u001b']) {
    expect(text.includes(hidden)).toBe(false);
  }
});

test('[PG1] a title of a megabyte is cut, opens in steps, and the desk stays quick', async () => {
  const { page } = product();
  await openDesk(product());
  const long = rows(page).filter({ hasText: 'AAAAAAAAAA' }).first();
  await expect(long).toBeVisible();
  expect((await long.textContent())?.length).toBeLessThan(2_000);
  const startedAt = Date.now();
  await long.getByRole('link').click();
  await expect(pane(page).getByRole('heading', { level: 2 })).toContainText('AAAA');
  expect(Date.now() - startedAt).toBeLessThan(5_000);
  const raw = pane(page).getByRole('region', { name: 'Raw record', exact: true }).first();
  await expect(raw.getByText('Only the beginning is shown.')).toBeVisible();
  await expect(raw.getByRole('button', { name: /Load all/ })).toBeEnabled();
  await page.keyboard.press('j');
  await expect(pane(page).getByRole('heading', { level: 2 })).not.toContainText('AAAA');
});

test('[PG1] deep nesting, numbers beyond 2^53 and broken bytes are shown as they came', async () => {
  const { page } = product();
  const raw = pane(page).getByRole('region', { name: 'Raw record', exact: true }).first();
  await openDesk(product(), '?q=deeply+nested');
  await row(page, 'Deeply nested').getByRole('link').first().click();
  await expect(raw).toContainText('Deeply nested');
  await openDesk(product(), '?q=numbers');
  await row(page, 'Numbers').getByRole('link').first().click();
  await expect(raw).toContainText('9007199254740993');
  await expect(raw).toContainText('1e999');
  await openDesk(product(), '?q=broken+bytes');
  await row(page, /Broken bytes/)
    .getByRole('link')
    .first()
    .click();
  await expect(raw).toContainText('not valid UTF-8, shown as bytes');
  await expect(raw).toContainText('ff fe c3 28');
});

test('[PG1] a hostile file name, and field names, are text in the preview and the history', async () => {
  const { page } = product();
  await openDesk(product());
  await page.getByRole('button', { name: 'More file actions' }).click();
  await page.getByRole('menuitem', { name: 'Import history' }).click();
  const entry = page.getByRole('dialog').getByRole('button', { name: /hostile<img/ });
  await entry.click();
  await expect(page.getByRole('dialog', { name: 'Import receipt' })).toContainText('hostile<img');
  await page.keyboard.press('Escape');
  expect(await isHit()).toBe(false);
});

test('[PG1] the search and the address take hostile text, too', async () => {
  const { page, origin, watch } = product();
  watch.allow(/status of 404/);
  const query = encodeURIComponent('"><img src=x onerror=window.hit=1> OR * NEAR( "\u202e');
  await page.goto(`${origin}/alerts?q=${query}&severity=<b>&alert=%3Cscript%3E&source=${query}`);
  await expect(page.getByText('No Alerts Found')).toBeVisible();
  await expect(page.getByText('This alert does not exist')).toBeVisible();
  expect(await isHit()).toBe(false);
});
