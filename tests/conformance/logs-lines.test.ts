/** Formats of logs that are read line by line: docs/spec/log-readers.md. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadReaders } from '../../src/main/areas/forensics/readers/all-readers.ts';
import { LINE_LOG_READERS } from '../../src/main/areas/forensics/readers/line-log.readers.ts';
import { fuzzReader } from '../helpers/fuzz-reader.ts';
import { SHARED_DATA } from '../helpers/import-file.ts';
import { LOG_SAMPLES, LOG_SEEDS } from '../helpers/log-samples.ts';
import { type ReadEvidence, readEvidence } from '../helpers/read-evidence.ts';

function readerOf(id: string) {
  const reader = LINE_LOG_READERS.find((one) => one.id === id);
  if (!reader) throw new Error(`No reader ${id}`);
  return reader;
}

const read = (id: string, chunk = 65_536) =>
  readEvidence(readerOf(id), LOG_SAMPLES[id] ?? '', { chunk });
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
const timeOf = ({ timeMs, timeNanos }: ReadEvidence['events'][number]) =>
  timeMs === null
    ? null
    : `${new Date(timeMs).toISOString().slice(0, -1)}${String(timeNanos).padStart(6, '0')}`;

test.each(Object.keys(LOG_SAMPLES))(
  '[LR1] %s: the same events and places whatever the pieces',
  async (id) => {
    const whole = await read(id);
    expect(whole.events.length).toBeGreaterThan(1);
    expect(whole.problems.filter(({ isLoss }) => isLoss)).toEqual([]);
    for (const chunk of [1, 13]) expect(await read(id, chunk)).toEqual({ ...whole });
    const bytes = Buffer.from(LOG_SAMPLES[id] ?? '');
    for (const { offset, record } of whole.events) {
      const before = bytes.subarray(0, offset ?? 0).toString();
      expect(before.split('\n')).toHaveLength(Number(record));
      expect(before === '' || before.endsWith('\n')).toBe(true);
    }
  },
);

test.each(Object.entries(LOG_SAMPLES))(
  '[LR2] %s is recognised by its own reader before all others',
  async (id, text) => {
    const scores = (await loadReaders()).map(
      (reader) => [reader.recognise(Buffer.from(text), 'x.log'), reader.id] as const,
    );
    expect(scores.toSorted((a, b) => b[0] - a[0])[0]?.[1]).toBe(id);
    for (const encoding of ['utf16le', 'latin1'] as const) {
      const bytes = Buffer.from(text, encoding);
      expect(readerOf(id).recognise(bytes, 'x.log')).toBeGreaterThan(0);
    }
  },
);

test('[LR7] Zeek: names and types of its header, sets as lists, unset fields left out', async () => {
  const { events } = await read('zeek');
  expect(plain(events[0]?.fields)).toMatchObject({
    _path: 'dns',
    query: 'a\tb.example',
    answers: ['10.1.1.1', '10.1.1.2'],
    TTLs: [],
    'id.resp_p': '53',
  });
  expect(events[1]?.fields.answers).toBeUndefined();
  expect(events[0]).toMatchObject({ kind: 'dns', code: 'dns', provider: 'Zeek' });
  expect(events.map(timeOf)).toEqual([
    '2026-01-02T03:04:05.678901000',
    '2026-01-02T03:04:06.000000000',
  ]);
});

test('[LR7] W3C: columns of #Fields, date and time as UTC', async () => {
  const { events } = await read('w3c');
  expect(events.map(timeOf)).toEqual([
    '2026-01-02T03:04:05.000000000',
    '2026-01-02T03:04:06.000000000',
  ]);
  expect(events[1]).toMatchObject({
    kind: 'http',
    user: 'corp\\anna',
    code: '500',
    summary: 'POST /upload.aspx 500 from 10.0.0.9',
  });
  expect(events[0]?.fields['cs-username']).toBeUndefined();
});

test('[LR7] access logs: common, combined, with a site before and more behind', async () => {
  const { events, problems } = await read('web-access');
  expect(problems).toEqual([]);
  expect(plain(events[0]?.fields)).toMatchObject({
    'c-ip': '10.0.0.9',
    'cs-username': 'anna',
    'cs-method': 'GET',
    'cs-uri-stem': '/a',
    'cs-uri-query': 'b=\\"c\\"',
    'sc-status': '200',
    'sc-bytes': '512',
    'cs-user-agent': 'Mozilla/5.0 (X11)',
  });
  expect(plain(events[2]?.fields)).toMatchObject({
    'cs-host': 'www.example:443',
    'c-ip': '2001:db8::1',
    more: '0.004 "10.1.1.1"',
  });
  expect(events.map(timeOf)[0]).toBe('2026-01-02T02:04:05.000000000');
});

test('[LR8] syslog: both forms, structured data, the year that is not stated, lines that go on', async () => {
  const { events, facts } = await read('syslog');
  expect(events.map(timeOf)).toEqual([
    '2025-10-11T22:14:15.000000000',
    '2026-01-02T03:04:05.678901000',
    '2026-01-02T01:04:05.000000000',
    '2026-02-27T23:59:59.000000000',
    '2026-01-02T02:04:05.500000000',
    '2026-01-02T03:04:05.678000000',
    '2026-01-02T03:04:05.000000000',
    '2026-01-02T03:04:05.678000000',
  ]);
  expect(facts.timeNotes).toEqual({
    'no year is stated: the last one before the file was taken in, read as UTC': 3,
  });
  expect(plain(events[0]?.fields)).toMatchObject({
    facility: 'auth',
    severity: 'critical',
    host: 'mail',
    program: 'su',
    pid: '77',
  });
  expect(events[0]).toMatchObject({ kind: 'logon', user: 'root', host: 'mail', provider: 'su' });
  expect(plain(events[1]?.fields)).toMatchObject({
    'ex@1.iut': '3',
    'ex@1.text': 'a "b" ]',
    'two.x': 'y',
    message: 'started',
    msgid: 'ID47',
  });
  expect(events[2]?.fields.message).toBe('bare');
  expect(events[3]).toMatchObject({ kind: 'network', host: 'fw' });
  expect(events[3]?.fields['kv.SRC']).toBe('10.0.0.1');
  expect(events[4]).toMatchObject({ user: 'anna', host: 'db01' });
  expect(events[4]?.fields.continued).toBe('  and more of it');
});

test('[LR9] CEF and LEEF: headers and values with escapes, labels of custom fields, any delimiter', async () => {
  const { events } = await read('syslog');
  expect(plain(events[5]?.fields)).toMatchObject({
    deviceProduct: 'Prod|uct',
    name: 'Worm | stopped',
    msg: 'a = b',
    cs1: 'deny all',
    Rule: 'deny all',
    fname: 'C:\\x y.exe',
    'syslog.host': 'sensor',
  });
  expect(events[5]).toMatchObject({ host: 'sensor', code: '100', provider: 'Vendor Prod|uct' });
  expect(plain(events[6]?.fields)).toMatchObject({
    eventId: 'Login',
    src: '10.0.0.1',
    usrName: 'anna',
  });
  expect(events[6]).toMatchObject({ kind: 'logon', user: 'anna' });
  expect(plain(events[7]?.fields)).toMatchObject({ src: '10.0.0.1', dst: '10.0.0.2' });
});

test('[LR10] auditd: one event of a serial, also where others stand between; hexadecimal beside its text', async () => {
  const { events } = await read('auditd');
  expect(events).toHaveLength(2);
  const event = events.find(({ code }) => code === 'SYSCALL');
  expect(plain(event?.fields)).toMatchObject({
    type: ['SYSCALL', 'EXECVE', 'PATH', 'PROCTITLE', 'EOE'],
    serial: '101',
    command: 'cat /tmp/a b.txt -n',
    name: ['/usr/bin/cat', '2F746D702F6120622E747874'],
    'name (text)': '/tmp/a b.txt',
    proctitle: '636174002F746D702F6120622E747874002D6E',
    'proctitle (text)': 'cat /tmp/a b.txt -n',
    AUID: 'anna',
    'syscall.a1': '55e',
    'a1 (text)': '/tmp/a b.txt',
  });
  expect(event).toMatchObject({ kind: 'process', user: 'anna', record: '1', offset: 0 });
  const logon = events.find(({ code }) => code === 'USER_AUTH');
  expect(logon).toMatchObject({ kind: 'logon', user: 'anna' });
  expect(plain(logon?.fields)).toMatchObject({
    acct: 'anna',
    res: 'success',
    addr: '10.0.0.9',
    op: 'PAM:authentication',
  });
});

test('[LR11] journal export and lines with any leading time', async () => {
  const journal = await read('journal');
  expect(journal.events[0]).toMatchObject({
    host: 'web01',
    provider: 'sshd',
    kind: 'logon',
    summary: 'Failed password',
  });
  expect(journal.events.map(timeOf)[1]).toBe('2026-01-02T03:04:05.678902000');
  const { events, facts } = await read('text-log');
  expect(events.map(timeOf)).toEqual([
    '2026-01-02T03:04:05.678000000',
    '2026-01-02T03:04:06.001000000',
    '2026-01-02T03:04:07.500000000',
    '2026-01-02T03:04:08.000000000',
    '2026-01-02T03:04:09.271449000',
  ]);
  expect(events[0]?.fields.continued).toBe('Exception: a\n  at b');
  expect(events[4]).toMatchObject({ kind: 'detection', code: '2002677', provider: 'Suricata' });
  expect(Object.keys((facts.timeNotes ?? {}) as object).join(' ')).toContain(
    'day and month can be exchanged',
  );
});

test('[LR1] Latin-1 and UTF-16 are read and said', async () => {
  const text = 'Jan  2 03:04:05 größe app: Übung\nJan  2 03:04:06 größe app: zwei\n';
  const latin = await readEvidence(readerOf('syslog'), Buffer.from(text, 'latin1'));
  expect(latin.events[0]?.summary).toContain('Übung');
  expect(latin.facts.encoding).toMatchObject({ encoding: 'latin-1' });
  for (const chunk of [1, 7, 999]) {
    const wide = await readEvidence(readerOf('syslog'), Buffer.from(text, 'utf16le'), { chunk });
    expect(wide.events.map(({ summary }) => summary)).toEqual(['app: Übung', 'app: zwei']);
    expect(wide.facts.encoding).toMatchObject({ encoding: 'utf-16le', by: 'looks' });
    expect(wide.events[1]?.offset).toBe(text.indexOf('\n') * 2 + 2);
  }
  const mixed = await readEvidence(
    readerOf('syslog'),
    Buffer.concat([
      Buffer.from(text.repeat(2_000)),
      Buffer.from('Jan  2 03:04:05 a b: \xfc\n', 'latin1'),
    ]),
  );
  expect(mixed.events.at(-1)?.summary).toBe('b: ü');
  expect(mixed.problems[0]?.what).toContain('not UTF-8');
});

const FAST = join(SHARED_DATA, 'alerts', 'suricata-fast.log');
// Skipped where ../shared/data is missing.
test.skipIf(!existsSync(FAST))('[LR11] 924 real alerts of Suricata', async () => {
  const { events } = await readEvidence(readerOf('text-log'), readFileSync(FAST));
  expect(events).toHaveLength(924);
  expect(events.every(({ timeMs, kind }) => timeMs !== null && kind === 'detection')).toBe(true);
  expect(timeOf(events[0] as never)).toBe('2025-09-22T18:30:36.271449000');
});

test.each(Object.keys(LOG_SEEDS))(
  '[LR15] %s: 300 damaged copies end in events and problems (20,000 in the long run)',
  async (id) => {
    const reader = (await loadReaders()).find((one) => one.id === id);
    if (!reader) throw new Error(`No reader ${id}`);
    const { slowest, events } = await fuzzReader(reader, LOG_SEEDS[id] ?? [], 300);
    expect(slowest).toBeLessThan(2_000);
    expect(events).toBeGreaterThan(150);
  },
  20_000,
);
