import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cpuClock } from '../../../../tests/helpers/cpu-time.ts';
import { makeMmdb, v4Bits } from '../../../../tests/helpers/make-mmdb.ts';
import { buildSet } from './build-set.ts';
import { openSets } from './look-up.ts';
import { dropSet, listSets } from './set-files.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-enrichment-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function* pieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
}

const said = { source: null, licence: null, date: null };
const bring = (bytes: string | Buffer, id = 'a', more: Partial<typeof said> = {}) =>
  buildSet(
    { ...said, ...more, dataDir, id, name: 'file.csv', now: 1 },
    pieces(Buffer.from(bytes)),
  ).catch((error: unknown) => {
    dropSet(dataDir, id);
    throw error;
  });

function ask(value: string) {
  const lookup = openSets(dataDir, ({ id }) => {
    throw new Error(`damaged: ${id}`);
  });
  try {
    return lookup.find(value).map(({ network, kev }) => network ?? kev);
  } finally {
    lookup.close();
  }
}

const KEV = {
  ...{ title: 'CISA Catalog', catalogVersion: '2025.09.15', dateReleased: '2025-09-15T16:00:00Z' },
  vulnerabilities: [
    {
      ...{ cveID: 'CVE-2021-44228', vendorProject: 'Apache', product: 'Log4j2' },
      ...{ vulnerabilityName: 'Apache Log4j2 Remote Code Execution', dateAdded: '2021-12-10' },
      ...{ requiredAction: 'Update.', dueDate: '2021-12-24', knownRansomwareCampaignUse: 'Known' },
    },
    { cveID: 'not one' },
  ],
};

test('[LE1] the catalogue of exploited vulnerabilities is read as JSON and as CSV', async () => {
  const set = await bring(JSON.stringify(KEV));
  expect(set).toMatchObject({
    ...{ kind: 'kev', entries: 1, rejected: 1, date: '2025-09-15', dateFrom: 'file' },
    source: 'CISA Catalog',
  });
  expect(ask('cve-2021-44228')).toMatchObject([
    { cve: 'CVE-2021-44228', vendor: 'Apache', due: '2021-12-24', ransomware: 'Known' },
  ]);
  expect(ask('CVE-2021-44229')).toEqual([]);
  const csv =
    '\uFEFF"cveID","vendorProject","product","vulnerabilityName","dateAdded","requiredAction"\r\n' +
    '"CVE-2024-3400","Palo ""Alto""","PAN-OS","Command\nInjection, unauthenticated","2024-04-12","x"\r\n';
  expect(await bring(csv, 'b')).toMatchObject({ entries: 1, date: '2024-04-12' });
  expect(ask('CVE-2024-3400')).toMatchObject([
    { vendor: 'Palo "Alto"', title: 'Command Injection, unauthenticated', added: '2024-04-12' },
  ]);
});

test.each([
  [
    'ranges without a head, system, country and name (TSV)',
    '1.0.0.0\t1.0.0.255\t13335\tUS\tCLOUDFLARENET\n1.0.1.0\t1.0.3.255\t0\tNone\tNot routed\n',
    { asn: 13_335, country: 'US', name: 'CLOUDFLARENET' },
  ],
  [
    'ranges without a head, system and name',
    '1.0.0.0,1.0.0.255,13335,"Cloudflare, Inc."\n',
    { asn: 13_335, name: 'Cloudflare, Inc.' },
  ],
  [
    'networks under a head',
    'network,autonomous_system_number,autonomous_system_organization\n1.0.0.0/24,13335,CLOUDFLARENET\n',
    { asn: 13_335, name: 'CLOUDFLARENET' },
  ],
  [
    'numbers for addresses and codes with names',
    '"16777216","16777471","AU","Australia","Queensland","Brisbane"\n',
    { country: 'AU', countryName: 'Australia', region: 'Queensland', city: 'Brisbane' },
  ],
  [
    'a continent before the country',
    '1.0.0.0,1.0.0.255,OC,AU,Queensland,"South Brisbane",-27.4767,153.017\n',
    { country: 'AU', region: 'Queensland', city: 'South Brisbane' },
  ],
  ['ranges of countries', '1.0.0.0,1.0.0.255,AU\n', { country: 'AU' }],
  [
    'ranges under a head',
    'start_ip,end_ip,country,country_name,as_name,asn\n1.0.0.0,1.0.0.255,AU,Australia,Cloud,AS13335\n',
    { asn: 13_335, country: 'AU', countryName: 'Australia', name: 'Cloud' },
  ],
])('[LE2] a table of %s is read', async (_, text, facts) => {
  await bring(text);
  expect(ask('1.0.0.77')).toEqual([facts]);
  expect(ask('::ffff:1.0.0.77')).toEqual([facts]);
  expect([ask('1.0.1.0'), ask('0.255.255.255'), ask('web-01'), ask('')]).toEqual([[], [], [], []]);
});

test('[LE2] IPv6 and IPv4 stand in one table, packed or not', async () => {
  const set = await bring(
    gzipSync('2001:db8::/32,64496,Six\n198.51.100.0/24,64497,Four\nwords,1,x\n'),
  );
  expect(set).toMatchObject({ kind: 'asn', v4: 1, v6: 1, rejected: 1 });
  expect(ask('2001:db8:ffff::1')).toMatchObject([{ name: 'Six' }]);
  expect(ask('198.51.100.255')).toMatchObject([{ name: 'Four' }]);
  expect(ask('2001:db9::')).toEqual([]);
});

test('[LE2] where a network lies in another the inner one counts, in whatever order they come', async () => {
  const rows = [
    '10.0.0.0/8,1,Outer',
    '10.1.0.0/16,2,Inner',
    '10.1.2.0/24,3,Core',
    '9.0.0.0/8,4,Other',
  ];
  for (const [n, order] of [rows, rows.toReversed()].entries()) {
    await bring(`${order.join('\n')}\n`, `s${n}`);
    const names = (value: string) =>
      ask(value).map((one) => (one && 'name' in one ? one.name : ''));
    expect(
      ['10.0.0.1', '10.1.0.1', '10.1.2.3', '10.1.3.0', '10.255.255.255', '9.9.9.9', '11.0.0.0'].map(
        names,
      ),
    ).toEqual([['Outer'], ['Inner'], ['Core'], ['Inner'], ['Outer'], ['Other'], []]);
    dropSet(dataDir, `s${n}`);
  }
});

test.each([24, 28, 32] as const)(
  '[LE2] a .mmdb file with records of %i bits is read',
  async (recordSize) => {
    const file = makeMmdb({
      recordSize,
      networks: [
        {
          bits: v4Bits('192.0.2.0/24'),
          value: { autonomous_system_number: 64_496, autonomous_system_organization: 'Example AS' },
        },
        {
          bits: v4Bits('198.51.100.128/25'),
          value: { autonomous_system_number: 64_497, autonomous_system_organization: 'Half' },
        },
        {
          bits: '0010000000000001',
          value: {
            country: { iso_code: 'DE', names: { en: 'Germany' } },
            city: { names: { en: 'Bonn' } },
          },
        },
      ],
      alias: { of: '0'.repeat(96), at: '0010000000000010' },
    });
    expect(await bring(file)).toMatchObject({
      ...{ kind: 'asn', v4: 2, v6: 1, date: '2025-09-15', source: 'Test-ASN' },
    });
    expect(ask('192.0.2.200')).toEqual([{ asn: 64_496, name: 'Example AS' }]);
    expect(ask('198.51.100.127')).toEqual([]);
    expect(ask('198.51.100.128')).toMatchObject([{ name: 'Half' }]);
    expect(ask('2001::1')).toEqual([{ country: 'DE', countryName: 'Germany', city: 'Bonn' }]);
  },
);

const ONE = { bits: v4Bits('192.0.2.0/24'), value: { country: { iso_code: 'DE' } } };
const good = makeMmdb({ networks: [ONE] });
/** A pointer (type 1) to itself. */
const circle = Buffer.from([0x20, 0x00]);
const deep = Buffer.concat([
  ...Array.from({ length: 64 }, () => Buffer.from([0x01, 0x04])),
  circle,
]);
const withData = (bytes: Buffer) => {
  const at = good.length - good.subarray(good.indexOf('\xab\xcd\xef', 0, 'latin1')).length;
  const start = at - 30;
  return Buffer.concat([good.subarray(0, start), bytes, good.subarray(start)]);
};

test.each([
  [
    'a tree that is longer than the file',
    makeMmdb({ networks: [ONE], meta: { node_count: 50_000_000 } }),
  ],
  [
    'more nodes than there can be',
    makeMmdb({ networks: [ONE], meta: { node_count: 4_000_000_000 } }),
  ],
  ['no such size of records', makeMmdb({ networks: [ONE], meta: { record_size: 7 } })],
  ['another format', makeMmdb({ networks: [ONE], meta: { binary_format_major_version: 3 } })],
  ['no metadata', good.subarray(0, good.length - 200)],
  ['a tree in a circle', makeMmdb({ networks: [ONE], alias: { of: '', at: '1' } }), 'kept'],
  ['a tree deeper than an address', makeMmdb({ networks: [{ bits: '0'.repeat(130), value: 1 }] })],
  ['a pointer to a pointer', withData(circle)],
  ['arrays in arrays without end', withData(deep)],
  ['text', 'What is this?\n'],
  ['a page', '<html><body>Sign in</body></html>'],
  ['other JSON', '{"objects":[]}'],
  ['broken JSON', '{"vulnerabilities":['],
  [
    'places by number',
    'network,geoname_id,registered_country_geoname_id\n1.0.0.0/24,2077456,2077456\n',
  ],
  ['a cut-off packed file', gzipSync('1.0.0.0,1.0.0.255,AU\n'.repeat(5_000)).subarray(0, 60)],
  ['one endless line', `1.0.0.0,1.0.0.255,AU,${'x'.repeat(200_000)}`],
  ['nothing', ''],
])(
  '[LE4] a file with %s is refused whole, or read no further than it goes',
  async (_, file, outcome?: string) => {
    const spent = cpuClock();
    const result = await bring(file).then(
      () => 'kept',
      (error: Error) => error.message,
    );
    expect(spent()).toBeLessThan(5_000);
    if (outcome === 'kept') expect(result).toBe('kept');
    else {
      expect(result).not.toBe('kept');
      expect(listSets(dataDir)).toEqual([]);
      const folder = join(dataDir, 'enrichment');
      expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
    }
  },
);

test('[LE5] an answer out of 400,000 ranges takes less than a millisecond', async () => {
  const rows = Array.from({ length: 400_000 }, (_, n) => {
    const start = n * 10_000;
    return `${start},${start + 9_000},${n + 1},Network ${n % 5_000}`;
  });
  await bring(rows.join('\n'));
  const lookup = openSets(dataDir, () => {});
  const ip = (n: number) => [24, 16, 8, 0].map((shift) => (n >>> shift) & 255).join('.');
  const cpu = cpuClock();
  for (let n = 0; n < 2_000; n++) {
    const row = (n * 197) % 400_000;
    const [found] = lookup.find(ip(row * 10_000 + 4_000));
    expect(found?.network?.asn).toBe(row + 1);
  }
  const each = cpu() / 2_000;
  lookup.close();
  if (process.env.WATCHFLOOR_FIGURES) process.stdout.write(`look-up ${each} ms\n`);
  expect(each).toBeLessThan(1);
}, 120_000);
