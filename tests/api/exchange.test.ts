/** Exports and imports of exchange over the API, with their receipts. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receiptSchema } from '../../src/shared/areas/exchange/exchange.contract.ts';
import { indicatorSchema } from '../../src/shared/areas/forensics/indicators/indicators.contract.ts';
import { createAlert } from '../helpers/alert-calls.ts';
import { exportAs, receive, take } from '../helpers/exchange-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

const STIX = join(import.meta.dirname, '../../../shared/data/stix/examples');
let app: TestApp;

const linesOf = (bytes: Buffer) =>
  bytes
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const indicators = async () =>
  indicatorSchema
    .array()
    .parse(await (await app.request('GET', '/api/forensics/indicators?limit=500')).json());
const message = async (response: Response) =>
  `${response.status} ${((await response.json()) as { message: string }).message}`;

beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator' });
  for (let at = 0; at < 30; at++)
    await createAlert(app, {
      ...{ title: `Alert ${at}`, description: 'What was seen', source: 'EDR' },
      ...{ severity: at % 2 === 0 ? 'HIGH' : 'LOW', sourceIp: '192.0.2.7', sourceHost: 'srv-1' },
    });
});
afterAll(() => app.close());

describe('[EX30] alerts leave in every format by any filter, with a receipt', () => {
  const alerts = (filter: object = {}) => ({ type: 'alerts', filter });

  test.each(['ocsf', 'ecs', 'timesketch', 'ndjson'])('%s: a line an alert', async (format) => {
    const { receipt, bytes } = await exportAs(app, {
      ...{ subject: alerts({ severity: 'HIGH' }), format },
    });
    expect(linesOf(bytes)).toHaveLength(15);
    expect(receipt).toMatchObject({ direction: 'out', format, state: 'DONE', read: 15, kept: 15 });
    expect(receipt.file).toMatchObject({ size: bytes.length });
    if (format !== 'ndjson') expect(receipt.losses.length).toBeGreaterThan(0);
  });

  test('CSV and a layer of the Navigator', async () => {
    const csv = await exportAs(app, { subject: alerts(), format: 'csv' });
    expect(csv.bytes.toString('utf8').trimEnd().split('\r\n')).toHaveLength(31);
    const { receipt, bytes } = await exportAs(app, { subject: alerts(), format: 'navigator' });
    expect(JSON.parse(bytes.toString('utf8'))).toMatchObject({ versions: { layer: '4.5' } });
    expect(receipt.losses).toContainEqual(
      expect.objectContaining({ what: 'alerts that name no technique', n: 30 }),
    );
  });

  test('what does not go together is refused with a sentence', async () => {
    const post = (body: object) => app.request('POST', '/api/exchange/exports', { body });
    expect(await message(await post({ subject: alerts(), format: 'stix' }))).toBe(
      '400 This does not leave in that format',
    );
    expect(
      await message(await post({ subject: { type: 'incident', id: 'none' }, format: 'stix' })),
    ).toBe('404 There is no such incident');
    const password = 'long enough password';
    expect(await message(await post({ subject: alerts(), format: 'csv', password }))).toBe(
      '400 Only a package can have a password',
    );
  });

  test('[EX34] files are kept for a day, and the list has every receipt', async () => {
    const { receipt } = await exportAs(app, { subject: alerts(), format: 'csv' });
    const list = await app.request('GET', '/api/exchange/receipts?limit=3');
    const rows = receiptSchema.array().parse(await list.json());
    expect(rows[0]).toEqual(receipt);
    expect(Number(list.headers.get('x-total-count'))).toBeGreaterThan(3);
    const cursor = list.headers.get('x-next-cursor');
    const next = await app.request('GET', `/api/exchange/receipts?limit=3&cursor=${cursor}`);
    const others = receiptSchema.array().parse(await next.json());
    expect(others.map(({ id }) => id)).not.toContain(rows[0]?.id);
  });
});

// Skipped where the published examples are not at hand.
describe.skipIf(!existsSync(STIX))('[EX31] STIX comes in and leaves as it came', () => {
  const text = existsSync(STIX)
    ? readFileSync(join(STIX, 'threat-reports/poisonivy.json'), 'utf8')
    : '';

  test('read first, taken over when somebody says so, then as it is', async () => {
    const looked = await receive(app, 'poisonivy.json', text);
    expect(looked).toMatchObject({ state: 'READY', format: 'stix', direction: 'in', merged: 0 });
    expect(looked.read).toBe(looked.kept + looked.merged + looked.rejected);
    expect(await indicators()).toHaveLength(0);
    const taken = await take(app, looked.id);
    expect(taken).toMatchObject({ state: 'DONE', kept: looked.kept });
    expect((await indicators()).length).toBeGreaterThan(40);
    const again = await receive(app, 'poisonivy.json', text);
    expect(again).toMatchObject({ kept: 0, merged: looked.kept });
    const { bytes, receipt } = await exportAs(app, {
      ...{ subject: { type: 'indicators' }, format: 'stix' },
    });
    const back = JSON.parse(bytes.toString('utf8')) as { objects: { id: string }[] };
    const byId = new Map(back.objects.map((object) => [object.id, object]));
    for (const object of (JSON.parse(text) as { objects: { id: string }[] }).objects)
      expect(byId.get(object.id)).toEqual(object);
    expect(receipt.losses).toEqual([]);
    expect(
      await message(
        await app.request('POST', `/api/exchange/imports/${taken.id}/take`, { body: {} }),
      ),
    ).toBe('409 This import is running, or was taken over already');
  });
});

describe('[EX32] what is none of the formats is refused with a sentence', () => {
  test.each([
    ['x.bin', '\u0000\u0001', /none of the files that are read here/],
    ['x.json', '{"a": 1}', /none of the files that are read here/],
    ['x.json', '{"type": "bundle"', /begins like JSON but is none/],
    ['x.ioc', '<!DOCTYPE ioc [<!ENTITY a "b">]><ioc id="x">&a;</ioc>', /document type/],
    ['x.ioc', '<ioc><a></ioc>', /not well formed/],
    ['x.ioc', '<html/>', /no file of OpenIOC/],
    ['x.zip', 'PK\u0003\u0004 nothing', /no ZIP archive, or it is damaged/],
    ['x', '', /empty/],
  ])('%s', async (name, bytes, sentence) => {
    const receipt = await receive(app, name, bytes);
    expect(receipt.state).toBe('FAILED');
    expect(receipt.message).toMatch(sentence);
  });
});

test('[EX33] OpenIOC comes in: items, joins and conditions that are lost are named', async () => {
  const item = (search: string, content: string, more = 'condition="is"') =>
    `<IndicatorItem id="i" ${more}><Context document="FileItem" search="${search}" type="mir"/><Content type="string">${content}</Content></IndicatorItem>`;
  const looked = await receive(
    app,
    'a.ioc',
    `<?xml version="1.0"?><ioc xmlns="http://schemas.mandiant.com/2010/ioc" id="6d2a1b03-b216-4cd8-9a9e-8827af6ebf93">
     <short_description>A tool</short_description><definition><Indicator operator="OR">
     ${item('FileItem/Md5sum', '0123456789abcdef0123456789abcdef')}
     <Indicator operator="AND">${item('Network/DNS', 'bad.example.com')}${item('PortItem/remoteIP', '192.0.2.99')}</Indicator>
     ${item('FileItem/SizeInBytes', '12')}${item('FileItem/FileName', 'a.exe', 'condition="isnot"')}
     ${item('Network/URI', 'http://bad.example.com/x', 'condition="contains"')}
     </Indicator></definition></ioc>`,
  );
  expect(looked).toMatchObject({
    state: 'READY',
    format: 'openioc',
    read: 6,
    kept: 4,
    rejected: 2,
  });
  expect(looked.rejections.map(({ what }) => what)).toEqual([
    'negated item',
    'term FileItem/SizeInBytes',
  ]);
  expect(looked.losses.map(({ what }) => what)).toEqual([
    'condition contains, read as is',
    'items that belong together (AND)',
  ]);
  expect(await take(app, looked.id)).toMatchObject({ state: 'DONE', kept: 4 });
  expect((await indicators()).map(({ value }) => value)).toContain('bad.example.com');
});

test('[EX33] OpenIOC 1.1 comes in as well, in its own shape', async () => {
  const looked = await receive(
    app,
    'b.ioc',
    `<?xml version="1.0" encoding="utf-8"?>
     <OpenIOC xmlns="http://openioc.org/schemas/OpenIOC_1.1" id="8d2a1b03-b216-4cd8-9a9e-8827af6ebf94" last-modified="2026-11-01T00:00:00Z" published-date="0001-01-01T00:00:00">
     <metadata><short_description>A second tool</short_description><description>x</description><authored_by>me</authored_by><links/></metadata>
     <criteria><Indicator id="o" operator="OR">
       <IndicatorItem id="i1" condition="is" preserve-case="false" negate="false"><Context document="FileItem" search="FileItem/Sha256sum" type="mir"/><Content type="sha256">${'ab'.repeat(32)}</Content></IndicatorItem>
       <IndicatorItem id="i2" condition="is" preserve-case="false" negate="true"><Context document="Network" search="Network/DNS" type="mir"/><Content type="string">good.example.org</Content></IndicatorItem>
       <IndicatorItem id="i3" condition="matches" preserve-case="false" negate="false"><Context document="Network" search="Network/URI" type="mir"/><Content type="string">^a.*</Content></IndicatorItem>
     </Indicator></criteria><parameters><param id="p" ref-id="i1" name="comment"><value>v</value></param></parameters></OpenIOC>`,
  );
  expect(looked).toMatchObject({
    state: 'READY',
    format: 'openioc',
    read: 3,
    kept: 1,
    rejected: 2,
  });
  expect(looked.rejections.map(({ what }) => what).toSorted()).toEqual([
    'item with the condition matches',
    'negated item',
  ]);
  expect(looked.losses.map(({ what }) => what)).toContain('parameters of items');
  expect(await take(app, looked.id)).toMatchObject({ state: 'DONE', kept: 1 });
  const found = (await indicators()).find(({ value }) => value === 'ab'.repeat(32));
  expect(found).toBeDefined();
});

const mispEvent = (n: number) => ({
  Event: {
    uuid: `5f0c5a5e-0000-4000-8000-00000000000${n}`,
    info: `Event ${n}`,
    Attribute: [
      {
        uuid: `5f0c5a5e-1111-4000-8000-00000000000${n}`,
        ...{ type: 'ip-dst', value: `203.0.113.${n}`, to_ids: true, timestamp: '1763800000' },
      },
    ],
  },
});

test.each([
  ['a list', [mispEvent(1), mispEvent(2), { Event: { info: 'no UUID' } }]],
  ['a response', { response: [mispEvent(3), mispEvent(4), { Event: { info: 'no UUID' } }] }],
])(
  '[EX20] several events of MISP in %s come in together, and one that cannot be read is named',
  async (_, file) => {
    const looked = await receive(app, 'events.json', JSON.stringify(file));
    expect(looked).toMatchObject({ state: 'READY', format: 'misp', read: 5, kept: 4, rejected: 1 });
    expect(looked.rejections.map(({ what }) => what)).toEqual(['This event of MISP has no UUID.']);
    expect(await take(app, looked.id)).toMatchObject({ state: 'DONE', kept: 4 });
    const again = await receive(app, 'events.json', JSON.stringify(file));
    expect(again).toMatchObject({ state: 'READY', kept: 0, merged: 4, rejected: 1 });
  },
);
