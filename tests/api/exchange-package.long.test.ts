/** Our own package of a case: what leaves comes in as it was, or not at all. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import yauzl from 'yauzl';
import { ZipFile } from 'yazl';
import { contentSha256, type PackageFile } from '../../src/main/areas/exchange/package/manifest.ts';
import { alertSchema } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { queryBeside } from '../helpers/beside.ts';
import { exportAs, receive, take } from '../helpers/exchange-calls.ts';
import { bring, untilRead } from '../helpers/intake-calls.ts';
import { startInvestigation, untilRun } from '../helpers/investigation-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

const PASSWORD = 'a password of a package';
let origin: TestApp;
let target: TestApp;
let investigation: string;
let bytes: Buffer;
let content: string;

const subjectOf = (id: string) => ({ type: 'investigation', id });
const contentOf = (notes: readonly string[]) =>
  notes.find((note) => note.startsWith('Content ')) ?? '';

beforeAll(async () => {
  origin = await openTestApp({ as: 'Administrator' });
  target = await openTestApp({ as: 'Administrator' });
  const post = async (path: string, body: object) => {
    const response = await origin.request('POST', path, { body });
    if (response.status >= 300) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  const line = {
    timestamp: '2026-11-20T10:00:00.000000+0000',
    ...{ event_type: 'alert', src_ip: '192.0.2.1', dest_ip: '198.51.100.3', proto: 'TCP' },
    alert: { signature: 'Lateral movement', signature_id: 7, severity: 1, action: 'allowed' },
  };
  const sent = { rawBody: `${JSON.stringify(line)}\n` };
  await origin.request('POST', '/api/imports?name=eve.json', sent);
  const alert = await vi.waitFor(async () => {
    const list = await (await origin.request('GET', '/api/alerts')).json();
    const [found] = alertSchema.array().parse(list);
    if (!found) throw new Error('It is not there yet');
    return found;
  });
  investigation = (await startInvestigation(origin, { alertIds: [alert.id] })).id;
  await untilRun(origin, investigation);
  await post(`/api/forensics/investigations/${investigation}/comments`, { text: 'Seen before' });
  await post(`/api/alerts/${alert.id}/comments`, { text: 'Look at the host' });
  const log = Buffer.from('2026-11-20T10:00:00Z srv-1 sshd[7]: Accepted password for root\n');
  await untilRead(origin, (await bring(origin, investigation, 'auth.log', log)).id);
  const made = await exportAs(origin, { subject: subjectOf(investigation), format: 'package' });
  bytes = made.bytes;
  content = contentOf(made.receipt.notes);
}, 120_000);
afterAll(async () => {
  await origin.close();
  await target.close();
});

const TABLES = [
  ...['forensic_investigations', 'incident_records', 'incident_pins', 'alert_comments'],
  ...['alert_checks', 'evidence', 'forensic_sessions', 'indicators', 'indicator_relations'],
  ...['investigation_comments', 'promoted_events', 'event_alignments', 'intel_objects', 'alerts'],
];

type Row = Readonly<Record<string, unknown>>;

/** Rows and columns that differ, in short: what JSON texts hold would take minutes to compare in full. */
function differences(before: readonly Row[] = [], after: readonly Row[] = []): string[] {
  const idOf = ({ id, alert }: Row) => String(id ?? (alert as Row | undefined)?.id);
  const found = new Map(after.map((row) => [idOf(row), row]));
  const ids = new Set([...before, ...after].map(idOf));
  const first = new Map(before.map((row) => [idOf(row), row]));
  return [...ids].flatMap((id) => {
    const [one, other] = [first.get(id), found.get(id)];
    if (!one || !other) return [`${id}: only ${one ? 'before' : 'after'}`];
    return Object.keys({ ...one, ...other }).flatMap((column) => {
      const [a, b] = [one[column], other[column]].map((value) => JSON.stringify(value) ?? '');
      return a === b ? [] : [`${id} ${column}: ${a?.slice(0, 80)} / ${b?.slice(0, 80)}`];
    });
  });
}

async function unzipped(archive: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await yauzl.fromBufferPromise(archive, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    const pieces: Buffer[] = [];
    for await (const piece of stream) pieces.push(piece as Buffer);
    files.set(entry.fileName, Buffer.concat(pieces));
  }
  return files;
}

/** Rows of the case in a workspace, by table, as a package made there has them. */
async function rowsOf(app: TestApp): Promise<Map<string, Row[]>> {
  const made = await exportAs(app, { subject: subjectOf(investigation), format: 'package' });
  const rows = new Map<string, Row[]>();
  for (const [path, text] of await unzipped(made.bytes)) {
    const table = /([a-z_]+)\.ndjson$/.exec(path)?.[1];
    const lines = text.toString('utf8').split('\n').filter(Boolean);
    if (table)
      rows.set(
        table,
        lines.map((line) => JSON.parse(line) as Row),
      );
  }
  const alerts = (rows.get('alerts') ?? []) as { row: Row; raw: unknown }[];
  return rows.set(
    'alerts',
    alerts.map(({ row, raw }) => ({ ...row, raw })),
  );
}

/** Of each workspace its own: stamps of writes, places in the database, and which import brought an alert. */
const OWN_COLUMNS = [
  ...['row_version', 'field_versions', 'seq', 'import_id'],
  // As `case-tables.ts` says: who may see a case and how the engine came to it stay where they were.
  ...['restricted_to', 'journal', 'chain'],
];
/** Chains of custody are sealed anew by the key of the workspace that takes them over. */
const SEALS = ['mac', 'previous'];

function storedRows(app: TestApp, table: string, ids: readonly string[]): Row[] {
  const sql = `SELECT * FROM ${table} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`;
  return queryBeside<Row>(app.dataDir, sql, JSON.stringify(ids)).map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([column]) => !OWN_COLUMNS.includes(column))
        .filter(([column]) => table !== 'evidence_custody' || !SEALS.includes(column))
        .map(([column, value]) => [column, Buffer.isBuffer(value) ? value.toString('hex') : value]),
    ),
  );
}

/** Entries of an archive, changed, as an archive again. */
async function rezipped(change: (files: Map<string, Buffer>) => void): Promise<Buffer> {
  const files = await unzipped(bytes);
  change(files);
  const made = new ZipFile();
  for (const [path, text] of files) made.addBuffer(text, path);
  made.end();
  const pieces: Buffer[] = [];
  for await (const piece of made.outputStream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

describe('[EX40] a package of a case brings identical rows', () => {
  test('every synced row of the case, raw records and files', async () => {
    const looked = await receive(target, 'case.zip', bytes);
    expect(looked).toMatchObject({ state: 'READY', format: 'package', merged: 0, rejected: 0 });
    const taken = await take(target, looked.id);
    expect(taken, String(taken.message)).toMatchObject({ state: 'DONE', kept: looked.kept });
    const [here, there] = await Promise.all([rowsOf(origin), rowsOf(target)]);
    for (const table of TABLES) expect(differences(here.get(table), there.get(table))).toEqual([]);
    for (const table of ['forensic_investigations', 'alerts', 'evidence', 'forensic_sessions'])
      expect(there.get(table)?.length, table).toBeGreaterThan(0);
    const [evidence] = (there.get('evidence') ?? []) as { id: string }[];
    const file = await target.request('GET', `/api/evidence/${evidence?.id}/file`);
    expect(await file.text()).toContain('Accepted password for root');
    const custody = await target.request('GET', `/api/evidence/${evidence?.id}/custody`);
    const chain = (await custody.json()) as { action: string }[];
    expect(chain.map(({ action }) => action)).toContain('TAKEN_IN');
    const check = `/api/evidence/${evidence?.id}/custody/verify`;
    const verified = await target.request('POST', check, { body: {} });
    expect(await verified.text()).toContain('"problems":[]');
  });

  test('every row of the package stands in both databases with the same columns', async () => {
    const synced = queryBeside<{ name: string }>(
      origin.dataDir,
      `SELECT m.name FROM sqlite_schema m WHERE m.type = 'table'
         AND EXISTS (SELECT 1 FROM pragma_table_info(m.name) WHERE name = 'row_version')`,
    ).map(({ name }) => name);
    expect(synced.length).toBeGreaterThan(40);
    const files = await unzipped(bytes);
    const compared = new Map<string, number>();
    for (const table of synced) {
      const text = (files.get(`rows/${table}.ndjson`) ?? files.get(`${table}.ndjson`))?.toString();
      const ids = (text ?? '')
        .split('\n')
        .filter(Boolean)
        .map((line) => {
          const { id, row, alert } = JSON.parse(line) as Record<string, Row | undefined>;
          return String(id ?? row?.id ?? alert?.id);
        });
      const [here, there] = [origin, target].map((app) => storedRows(app, table, ids));
      expect(here?.length, table).toBe(ids.length);
      expect(differences(here, there), table).toEqual([]);
      if (ids.length > 0) compared.set(table, ids.length);
    }
    for (const table of ['alerts', 'evidence', 'forensic_investigations', 'investigation_comments'])
      expect(compared.get(table), table).toBeGreaterThan(0);
  });

  test('exported again it has the same content', async () => {
    const again = await exportAs(target, { subject: subjectOf(investigation), format: 'package' });
    expect(contentOf(again.receipt.notes)).toBe(content);
  });

  test('the same package again changes nothing', async () => {
    const looked = await receive(target, 'case.zip', bytes);
    expect(looked).toMatchObject({ state: 'READY', kept: 0, rejected: 0 });
    expect(looked.merged).toBe(looked.read);
  });
});

describe('[EX41] a package under a password', () => {
  test('opens with it and with no other', async () => {
    const sealed = await exportAs(origin, {
      ...{ subject: subjectOf(investigation), format: 'package', password: PASSWORD },
    });
    expect(sealed.bytes.includes('forensic_investigations')).toBe(false);
    expect(sealed.receipt).toMatchObject({ isSealed: true });
    const looked = await receive(target, 'case.wfpackage', sealed.bytes);
    expect(looked).toMatchObject({ state: 'READY', isSealed: true });
    expect(await take(target, looked.id, 'another password')).toMatchObject({
      state: 'FAILED',
      message: 'The password is not the one of this package.',
    });
    const taken = await take(target, looked.id, PASSWORD);
    expect(taken, String(taken.message)).toMatchObject({ state: 'DONE', kept: 0 });
    const cut = await receive(target, 'cut.wfpackage', sealed.bytes.subarray(0, -40));
    expect((await take(target, cut.id, PASSWORD)).message).toMatch(/is not the one|damaged/);
  });
});

describe('[EX42] hostile packages are refused whole', () => {
  const manifestOf = (files: Map<string, Buffer>) =>
    JSON.parse(files.get('manifest.json')?.toString() ?? '') as Record<string, unknown>;
  const put = (files: Map<string, Buffer>, value: object) =>
    files.set('manifest.json', Buffer.from(JSON.stringify(value)));

  test.each<[string, (files: Map<string, Buffer>) => void, RegExp]>([
    ['a strange file', (files) => files.set('other.txt', Buffer.from('x')), /no package has/],
    ['one more file', (files) => files.set('rows/users.ndjson', Buffer.from('')), /same files/],
    ['a missing one', (files) => files.delete('alerts.ndjson'), /same files/],
    ['no manifest', (files) => files.delete('manifest.json'), /no manifest/],
    [
      'another version',
      (files) => put(files, { ...manifestOf(files), formatVersion: 2 }),
      /another version/,
    ],
    [
      'changed rows',
      (files) =>
        files.set(
          'alerts.ndjson',
          Buffer.concat([files.get('alerts.ndjson') ?? Buffer.alloc(0), Buffer.from('{}\n')]),
        ),
      /another size/,
    ],
    [
      'rows of the same size',
      (files) =>
        files.set(
          'people.ndjson',
          Buffer.from((files.get('people.ndjson')?.toString() ?? '').replace('Ada', 'Eve')),
        ),
      /SHA-256/,
    ],
  ])('%s', async (_, change, sentence) => {
    const receipt = await receive(target, 'hostile.zip', await rezipped(change));
    expect(receipt.state).toBe('FAILED');
    expect(receipt.message).toMatch(sentence);
  });

  /** The archive with bytes of one name in it written over by another of the same length. */
  async function renamed(from: string, to: string): Promise<Buffer> {
    const whole = await rezipped((files) => files.set(from, Buffer.from('x')));
    expect(to.length).toBe(from.length);
    return Buffer.from(whole.toString('latin1').replaceAll(from, to), 'latin1');
  }

  const sealManifest = (
    files: Map<string, Buffer>,
    change: (file: { path: string; size: number; sha256: string; rows: number | null }) => object,
  ) => {
    const manifest = manifestOf(files) as { files: PackageFile[] };
    const changed = manifest.files.map((file) => ({ ...file, ...change(file) })) as PackageFile[];
    put(files, { ...manifest, files: changed, contentSha256: contentSha256(changed) });
  };

  test.each([
    ['above', 'rows/zz.ndjson', '../../q.ndjson'],
    ['from the root', 'rows/zz.ndjson', '/etc/qq.ndjson'],
    ['with backslashes', 'rows/zz.ndjson', '..\\..\\qq.ndjso'],
    ['with an end in it', 'rows/zz.ndjson', 'rows/z\0.ndjson'],
  ])('a name %s', async (_, from, to) => {
    const receipt = await receive(target, 'hostile.zip', await renamed(from, to));
    expect(receipt.state).toBe('FAILED');
    expect(receipt.message).toMatch(/path of elsewhere|no package has|damaged/);
  });

  test('a link in place of a file', async () => {
    const files = await unzipped(bytes);
    const made = new ZipFile();
    for (const [path, text] of files)
      made.addBuffer(text, path, path === 'alerts.ndjson' ? { mode: 0o120777 } : {});
    made.end();
    const pieces: Buffer[] = [];
    for await (const piece of made.outputStream) pieces.push(piece as Buffer);
    const receipt = await receive(target, 'hostile.zip', Buffer.concat(pieces));
    expect(receipt).toMatchObject({ state: 'FAILED', message: expect.stringContaining('a link') });
  });

  test('a bomb: a little that unpacks to much more than it says', async () => {
    const bomb = await rezipped((files) => files.set('alerts.ndjson', Buffer.alloc(200_000_000)));
    expect(bomb.length).toBeLessThan(2_000_000);
    const small = 1_000;
    const claimed = Buffer.from(bomb);
    for (
      let at = claimed.indexOf('PK\x01\x02');
      at >= 0;
      at = claimed.indexOf('PK\x01\x02', at + 4)
    ) {
      if (claimed.readUInt32LE(at + 24) === 200_000_000) claimed.writeUInt32LE(small, at + 24);
    }
    for (const archive of [bomb, claimed]) {
      const before = process.memoryUsage().rss;
      const receipt = await receive(target, 'hostile.zip', archive);
      expect(receipt.state).toBe('FAILED');
      expect(receipt.message).toMatch(/larger than it says|another size|damaged/);
      expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
    }
  });

  test.each<[string, (file: PackageFile) => object, RegExp]>([
    ['sizes', () => ({ size: 9e14 }), /more rows|more evidence|not well formed/],
    [
      'rows',
      ({ rows }) => (rows === null ? {} : { rows: 4e15 }),
      /rows it should|more alerts|not well formed/,
    ],
    ['sizes below nothing', () => ({ size: -1 }), /not well formed|another size/],
    ['digests', () => ({ sha256: '0'.repeat(64) }), /SHA-256/],
  ])('a manifest that lies about its %s, sealed anew', async (_, change, sentence) => {
    const archive = await rezipped((files) => sealManifest(files, change));
    const receipt = await receive(target, 'hostile.zip', archive);
    expect(receipt.state).toBe('FAILED');
    expect(receipt.message).toMatch(sentence);
  });

  test('nothing of them was written', async () => {
    const [here, there] = await Promise.all([rowsOf(origin), rowsOf(target)]);
    for (const table of TABLES) expect(differences(here.get(table), there.get(table))).toEqual([]);
  });

  test('ids that are here with other content are conflicts, and nothing is written', async () => {
    const path = `/api/forensics/investigations/${investigation}`;
    await target.request('PATCH', path, { body: { title: 'Renamed here' } });
    const looked = await receive(target, 'case.zip', bytes);
    expect(looked.conflicts).toEqual([
      {
        ...{ what: 'forensic_investigations: here with other content', n: 1 },
        first: investigation,
      },
    ]);
    expect(await take(target, looked.id)).toMatchObject({
      state: 'FAILED',
      message: 'One record is here with other content. Nothing was taken over.',
    });
  });

  test('an analyst may not take one over', async () => {
    const looked = await receive(target, 'case.zip', bytes);
    const token = await target.tokenFor('SOC Analyst');
    const response = await target.request('POST', `/api/exchange/imports/${looked.id}/take`, {
      ...{ body: {}, token },
    });
    expect(response.status).toBe(403);
  });
});
