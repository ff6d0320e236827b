import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { awsCloudTrailFolder } from '../../src/main/areas/integrations/connectors/aws-cloudtrail-folder.connector.ts';
import { connectorContext } from '../helpers/connector-context.ts';
import { trailFile } from '../helpers/trail-bucket.ts';

let place: string;
let root: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'trail-'));
  root = join(place, 'export');
  mkdirSync(root);
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const records = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => ({ eventID: `${name}-${at}` }));

function put(path: string, count: number, folder = root): void {
  const whole = join(folder, path);
  mkdirSync(join(whole, '..'), { recursive: true });
  writeFileSync(whole, trailFile(records(count, path)));
}

async function readAll(
  now: number,
  from: string | null = null,
  batchSize = 4,
): Promise<{ ids: string[]; cursor: string; pages: number }> {
  const context = connectorContext(awsCloudTrailFolder, {
    settings: { folder: root },
    now,
    batchSize,
  });
  const ids: string[] = [];
  let cursor = from;
  for (let pages = 1; pages < 100; pages++) {
    const page = await awsCloudTrailFolder.fetch(context, cursor);
    expect(page.records.length).toBeLessThanOrEqual(batchSize);
    for (const bytes of page.records) {
      const record: unknown = JSON.parse(Buffer.from(bytes).toString());
      ids.push((record as { eventID?: string }).eventID ?? 'unreadable');
    }
    if (!page.hasMore) return { ids, cursor: page.cursor, pages };
    cursor = page.cursor;
  }
  throw new Error('no end');
}

const HOUR = 3_600_000;
/** Files are as old as this machine says; the core's clock is handed in. */
const soon = () => Date.now() + 10_000;

test('every record once, over pages that cut through files', async () => {
  put('AWSLogs/1/CloudTrail/eu/2026/11/22/b.json.gz', 5);
  put('AWSLogs/1/CloudTrail/eu/2026/11/22/a.json.gz', 3);
  put('c.json', 6);
  put('notes.txt', 2);
  const { ids, pages } = await readAll(soon());
  expect(ids).toHaveLength(14);
  expect(new Set(ids).size).toBe(14);
  expect(pages).toBeGreaterThan(3);
});

test('later only what came later, wherever its name stands', async () => {
  put('m.json.gz', 3);
  const first = await readAll(soon());
  // The window reaches back ten minutes: an hour later nothing of it is read again.
  const second = await readAll(soon() + HOUR, first.cursor);
  const rest = await readAll(soon() + HOUR, second.cursor);
  expect(rest.ids).toEqual([]);
  put('a/before.json.gz', 2);
  const third = await readAll(soon(), first.cursor);
  expect(third.ids).toEqual(expect.arrayContaining(['a/before.json.gz-0', 'a/before.json.gz-1']));
});

test('[CN20] links lead nowhere: neither to a file nor to a folder', async () => {
  put('secret.json', 2, join(place, 'elsewhere'));
  put('inside.json', 1);
  symlinkSync(join(place, 'elsewhere', 'secret.json'), join(root, 'file.json'));
  symlinkSync(join(place, 'elsewhere'), join(root, 'folder'));
  const { ids } = await readAll(soon());
  expect(ids).toEqual(['inside.json-0']);
});

test('a folder that was moved here as a whole is read, whatever the times of its files', async () => {
  const other = join(place, 'prepared');
  put('2026/11/22/x.json.gz', 2, other);
  const first = await readAll(soon() + HOUR);
  // Its files are older than the window that follows; the folder itself comes now.
  const cursor = JSON.stringify({ ...JSON.parse(first.cursor), from: Date.now() + 20 });
  await new Promise((resolve) => setTimeout(resolve, 30));
  renameSync(other, join(root, 'moved'));
  const { ids } = await readAll(soon() + HOUR, cursor);
  expect(ids).toEqual(['2026/11/22/x.json.gz-0', '2026/11/22/x.json.gz-1']);
});

test('[CN24] a broken file is one record that says so', async () => {
  writeFileSync(join(root, 'a.json.gz'), trailFile(records(3, 'a')).subarray(0, 30));
  writeFileSync(join(root, 'b.json'), '{"other": 1}');
  put('c.json.gz', 1);
  const { ids } = await readAll(soon());
  expect(ids).toEqual(['unreadable', 'unreadable', 'c.json.gz-0']);
});

test('probe: how many files; no folder is said without its path', async () => {
  put('a.json.gz', 1);
  const context = connectorContext(awsCloudTrailFolder, { settings: { folder: root } });
  await expect(awsCloudTrailFolder.probe({ ...context, now: soon })).resolves.toMatchObject({
    text: 'The folder can be read; it holds 1 file of JSON.',
  });
  rmSync(root, { recursive: true });
  await expect(awsCloudTrailFolder.fetch(context, null)).rejects.toMatchObject({
    kind: 'settings',
    message: expect.not.stringContaining(place),
  });
});
