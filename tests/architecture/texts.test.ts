import { expect, test } from 'vitest';
import { violationsOf } from './fixture-tree.ts';

test.each([
  `tx.get('SELECT 1 FROM users');`,
  `export const QUERY = 'SELECT * FROM users';`,
  'export const QUERY = `\n  INSERT OR IGNORE INTO users (id) VALUES (?)`;',
  `export const QUERY = 'UPDATE users SET name = ?';`,
  `export const PART = 'WHERE id = ?';`,
  `reader.all('select * from users');`,
  'connection.exec(`delete from users where id = 1`);',
])('SQL outside the stores is caught: %j', (text) => {
  const file = 'src/main/areas/alerts/alerts.service.ts';
  expect(violationsOf({ [file]: `${text}\n` })).toEqual([`${file}:1 sql`]);
});

test('SQL may stand in stores, in the database folder and in tests; prose may stand anywhere', () => {
  const sql = `export const QUERY = 'SELECT * FROM users';\n`;
  const tree = {
    'src/main/areas/alerts/alerts.store.ts': sql,
    'src/main/db/open.ts': sql,
    'src/main/areas/alerts/alerts.service.test.ts': sql,
    'src/renderer/areas/alerts/a.tsx': `export const LABEL = 'Select an account, update it, delete it';\n`,
    'src/main/areas/alerts/a.ts': `export const a = labels.get('selected');\n`,
  };
  expect(violationsOf(tree)).toEqual([]);
});

test.each([
  `export const Card = () => <p>89%</p>;`,
  `export const Card = () => <Stat value="2.1%" />;`,
  `export const Card = () => <Stat value={'2.3h'} />;`,
  `export const Card = () => <p>Analyst time saved: 67 %</p>;`,
  `export const Card = () => <p>Last updated 2 mins ago</p>;`,
  `export const Card = () => <p>Active monitoring across 42 frameworks</p>;`,
  'export const text = `Active: ↑ 3 from last hour`;',
  `export const Card = () => <Stat value="45s" hint="on average" />;`,
  `export const Card = () => <Nav badge={12} />;`,
  `export const Card = () => <Progress progress={65} />;`,
  `export const rows = [{ name: 'ISO 27001', score: 94 }];`,
  `export const controls = 234;`,
])('a made-up figure on a page is caught: %j', (text) => {
  const file = 'src/renderer/areas/dashboard/a.tsx';
  expect(violationsOf({ [file]: `${text}\n` })).toEqual([`${file}:1 figures`]);
});

test('the landing page and the training portal keep their figures, and styles are no figures', () => {
  const claim = `export const Claim = () => <p>89% of alerts, 2.3h of audit preparation</p>;\n`;
  const tree = {
    'src/renderer/app/landing-page.tsx': claim,
    'src/renderer/areas/training/a.tsx': claim,
    'src/renderer/ui/a.tsx': `export const A = () => <i className="w-[34%]" style={{ left: '67%' }} />;\n`,
    'src/renderer/ui/b.tsx': `export const B = () => <Progress progress={0} max={100} />;\n`,
    'src/renderer/ui/c.ts': `export const tone = (score: number) => (score >= 94 ? 'ok' : 'bad');\n`,
  };
  expect(violationsOf(tree)).toEqual([]);
});

test.each([
  '// @ts-expect-error',
  '// @ts-expect-error: sorry',
  '// @ts-ignore the types of this package are wrong',
  '// @ts-nocheck the types of this package are wrong',
  '/* eslint-disable no-console */',
  '/* v8 ignore next */',
  '/** @public */',
])('a suppression without its reason is caught: %s', (comment) => {
  const found = violationsOf({ 'scripts/a.ts': `export const a = 1;\n${comment}\n` });
  expect(found).toEqual(['scripts/a.ts:2 suppressions']);
});

test('a suppression with its reason is fine', () => {
  const comment = '// @ts-expect-error: a caller without types may pass anything';
  expect(violationsOf({ 'scripts/a.ts': `${comment}\nexport const a = 1;\n` })).toEqual([]);
});

test.each([
  'test.only',
  'describe.only',
  'test.todo',
  'test.skip',
  'it.skipIf(isOld)',
  'test.concurrent.skip',
])('%s without a reason is caught', (call) => {
  const found = violationsOf({ 'tests/api/a.test.ts': `${call}('answers', () => {});\n` });
  expect(found).toEqual(['tests/api/a.test.ts:1 skips']);
});

test.each([
  '// Skipped without Electron: its binary cannot be had on this machine.\ntest.skipIf(isBare)("opens", () => {});\n',
  '/** Skipped where the folder is not there: its data may not be copied. */\ndescribe.skipIf(isBare)("real", () => {});\n',
  '// Skipped on Windows: it has\n// no such signal.\ntest.runIf(isUnix)("ends", () => {});\n',
  'test.skipIf(why)(`fills a disk (left out: no disk)`, () => {});\n',
])('a skipped test that says why is fine: %j', (text) => {
  expect(violationsOf({ 'tests/e2e/a.test.ts': text })).toEqual([]);
});

test('a comment that says something else is no reason', () => {
  const text = `// The shell, as a user starts it.\ntest.skipIf(isBare)('opens', () => {});\n`;
  expect(violationsOf({ 'tests/e2e/a.test.ts': text })).toEqual(['tests/e2e/a.test.ts:2 skips']);
});
