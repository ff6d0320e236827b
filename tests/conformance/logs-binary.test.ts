/** Event logs of Windows, their XML, and captures as evidence: docs/spec/log-readers.md. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { captureReader } from '../../src/main/areas/forensics/readers/capture.reader.ts';
import { evtxReader } from '../../src/main/areas/forensics/readers/evtx.reader.ts';
import { evtxXmlReader } from '../../src/main/areas/forensics/readers/evtx-xml.reader.ts';
import { jsonReader } from '../../src/main/areas/forensics/readers/json.reader.ts';
import { ChunkMaker, makeLog, utf16, type XmlElement } from '../helpers/make-evtx.ts';
import { readEvidence } from '../helpers/read-evidence.ts';
import { CAPTURES, captureNames, capturePath } from './capture-reading.ts';
import { EVTX_SAMPLES, SIGMA_PAIRS } from './evtx-reading.ts';

const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

const text = (name: string, value: string): XmlElement => ({ name, content: [value] });
const data = (name: string, value: string): XmlElement => ({
  name: 'Data',
  attributes: { Name: [name] },
  content: [value],
});

const PROCESS: XmlElement = {
  name: 'Event',
  content: [
    {
      name: 'System',
      content: [
        { name: 'Provider', attributes: { Name: ['Microsoft-Windows-Security-Auditing'] } },
        text('EventID', '4688'),
        { name: 'TimeCreated', attributes: { SystemTime: ['2026-01-02T03:04:05.1234567Z'] } },
        text('EventRecordID', '7'),
        text('Channel', 'Security'),
        text('Computer', 'pc1'),
      ],
    },
    {
      name: 'EventData',
      content: [
        data('SubjectUserName', 'anna'),
        data('SubjectDomainName', 'CORP'),
        data('NewProcessName', 'C:\\a.exe'),
        data('ParentProcessName', 'C:\\b.exe'),
        data('CommandLine', 'a.exe <&> "x"'),
      ],
    },
  ],
};

test('[LR12] an event log gives kind, people, a line, places and 100 ns', async () => {
  const chunk = new ChunkMaker();
  chunk.direct(7, PROCESS);
  chunk.record(8, 'other', { name: 'Event', content: [{ value: 0 }] }, [[0x01, utf16('x')]]);
  const { events, problems, facts, reached } = await readEvidence(
    evtxReader,
    makeLog([chunk.finish()]),
  );
  expect(problems).toEqual([]);
  expect(events[0]).toMatchObject({
    kind: 'process',
    host: 'pc1',
    user: 'CORP\\anna',
    provider: 'Security',
    code: '4688',
    record: '7',
    offset: 4096 + 512,
    summary: 'Process created: C:\\a.exe by CORP\\anna from C:\\b.exe: a.exe <&> "x"',
    timeMs: Date.UTC(2026, 0, 2, 3, 4, 5, 123),
    timeNanos: 456700,
  });
  expect(facts.channels).toEqual({ Security: 1 });
  expect(facts.places).toMatchObject({ used: 2 });
  expect(reached).toBeGreaterThan(65_536);
});

test('[LR12] damage of a log is told with its place, and what is whole is read', async () => {
  const chunk = new ChunkMaker();
  chunk.direct(1, PROCESS);
  const second = 4096 + chunk.direct(2, PROCESS);
  const log = makeLog([chunk.finish()]);
  log.fill(0x41, second + 24, second + 60);
  const { events, problems } = await readEvidence(evtxReader, log);
  expect(events.map(({ record }) => record)).toEqual(['1']);
  expect(
    problems.some(({ isLoss, where }) => isLoss && where?.startsWith(`offset ${second}`)),
  ).toBe(true);
});

const XML = (id: number) =>
  `<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'><System><Provider Name='P' Guid='{54849625-5478-4994-a5ba-3e3b0328c30d}'/><EventID Qualifiers="0">${id}</EventID><TimeCreated SystemTime='2026-01-02T03:04:05.123456700Z'/><EventRecordID>${id}</EventRecordID><Correlation/><Channel>Security</Channel><Computer>pc1</Computer></System><EventData><Data Name='A'>1 &lt;&amp;&#x41;</Data><Data Name='A'>2</Data><Data>u</Data><Data Name='__proto__'>p</Data></EventData></Event>`;

test.each([
  [
    'one document',
    `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\r\n<Events>${XML(1)}${XML(2)}</Events>`,
  ],
  ['documents in a row', `<?xml version="1.0"?>\n${XML(1)}\n<?xml version="1.0"?>\n${XML(2)}\n`],
  ['bare events', `${XML(1)}\n${XML(2)}`],
])('[LR13] XML as %s, whatever the pieces and the encoding', async (_, xml) => {
  const given: unknown[] = [];
  for (const bytes of [
    Buffer.from(xml),
    Buffer.from(`\ufeff${xml}`, 'utf16le'),
    Buffer.from(xml, 'utf16le').swap16(),
  ]) {
    expect(evtxXmlReader.recognise(bytes, 'x.xml')).toBeGreaterThan(90);
    for (const chunk of [1, 100, 65_536]) {
      const { events, problems } = await readEvidence(evtxXmlReader, bytes, { chunk });
      expect(problems).toEqual([]);
      given.push(events.map(({ offset: _offset, ...event }) => plain(event)));
    }
  }
  for (const one of given) expect(one).toEqual(given[0]);
  expect(given[0]).toMatchObject([
    {
      code: '1',
      record: '1',
      timeNanos: 456700,
      timeMs: Date.UTC(2026, 0, 2, 3, 4, 5, 123),
      fields: {
        A: ['1 <&A', '2'],
        Data: 'u',
        Provider_Guid: '54849625-5478-4994-A5BA-3E3B0328C30D',
        EventID_Qualifiers: '0',
      },
    },
    { code: '2' },
  ]);
});

test('[LR13] XML: characters that it forbids cost no event', async () => {
  const { events, problems } = await readEvidence(
    evtxXmlReader,
    XML(1).replace('&#x41;', '\x01\x7f'),
  );
  expect(events[0]?.fields.A).toEqual(['1 <&\ufffd\x7f', '2']);
  expect(problems).toMatchObject([{ isLoss: false }]);
});

test('[LR13] XML: no entity is expanded, depth and parts are bounded, a damaged event costs itself', async () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Events><Event xmlns="schemas.microsoft.com/win/2004/08/events"><System/><EventData><Data>&b;</Data></EventData></Event>`;
  const deep = `<Event >${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</Event>`;
  const wide = `<Event >${'<a/>'.repeat(30_000)}</Event>`;
  const { events, problems } = await readEvidence(
    evtxXmlReader,
    `${bomb}${XML(1)}${deep}${wide}<Event x="1"><System>${XML(2)}<Event `,
  );
  expect(events.map(({ code }) => code)).toEqual(['1', '2']);
  expect(problems.map(({ what }) => what)).toEqual([
    'an event is no sound XML: undefined entity.',
    'an event is nested too deep',
    'an event has more parts than are read',
    'an event is not closed',
    'the last event is cut off',
  ]);
});

const hasPairs = existsSync(SIGMA_PAIRS);

// Skipped where ../shared/data is missing.
test.skipIf(!hasPairs)(
  '[LR12] the fields of real logs are those of their JSON by evtx_dump',
  async () => {
    const logs = globSync('**/*.evtx', { cwd: SIGMA_PAIRS }).sort();
    let compared = 0;
    for (const log of logs) {
      const json = join(SIGMA_PAIRS, log.replace(/evtx$/, 'json'));
      // Its JSON was changed by hand, see evtx-samples.test.ts.
      if (!existsSync(json) || log.includes('ad691d92')) continue;
      const ours = await readEvidence(evtxReader, readFileSync(join(SIGMA_PAIRS, log)));
      const theirs = await readEvidence(jsonReader, readFileSync(json), { name: 'x.json' });
      const known = new Map(
        ours.events.map((event) => [String(event.fields.EventRecordID), event]),
      );
      for (const their of theirs.events) {
        const own = known.get(String(their.fields.EventRecordID));
        if (!own) continue;
        compared++;
        expect(comparable(their.fields), log).toEqual(comparable(own.fields));
        expect([their.kind, their.user, their.code, their.timeMs], log).toEqual([
          own.kind,
          own.user,
          own.code,
          own.timeMs,
        ]);
      }
    }
    expect(compared).toBeGreaterThan(190);
  },
  20_000,
);

/** evtx_dump keeps 6 digits of a second, trims blanks, and has names once. */
function comparable(
  fields: Readonly<Record<string, string | readonly string[]>>,
): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const name of Object.keys(fields).sort()) {
    const value = fields[name] ?? '';
    const one = (typeof value === 'string' ? [value] : value)
      .map((each) => each.replace(/(\.\d{6})\d*Z$/, '$1Z').trim())
      .join('\n');
    if (one.trim() !== '') flat[name] = one;
  }
  return flat;
}

const hasSamples = existsSync(EVTX_SAMPLES);

// Skipped where ../shared/data is missing.
test.skipIf(!hasSamples)(
  '[LR12] records of hard cases are all read, with a time and a line',
  async () => {
    for (const [name, least] of [
      ['sample-with-irregular-bool-values.evtx', 3_028],
      ['system.evtx', 1_881],
      ['2-vss_7-System.evtx', 1_160],
      ['Application_no_crc32.evtx', 17],
    ] as const) {
      const { events } = await readEvidence(evtxReader, readFileSync(join(EVTX_SAMPLES, name)));
      expect(events.length, name).toBeGreaterThanOrEqual(least);
      expect(
        events.every(
          ({ timeMs, summary, host }) => timeMs !== null && summary !== '' && host !== null,
        ),
        name,
      ).toBe(true);
    }
  },
);

const hasCaptures = existsSync(CAPTURES);

// Skipped where ../shared/data is missing.
test.skipIf(!hasCaptures)(
  '[LR14] captures give flows, names, hellos with JA3 and JA4, banners and files, whatever the pieces',
  async () => {
    const kinds = new Map<string, number>();
    for (const name of captureNames().slice(0, 24)) {
      const bytes = readFileSync(capturePath(name));
      expect(captureReader.recognise(bytes.subarray(0, 65_536), name), name).toBe(100);
      const { events, facts, reached } = await readEvidence(captureReader, bytes);
      expect(reached).toBe(bytes.length);
      for (const { kind, offset, record, fields } of events) {
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        expect(offset !== null && offset < bytes.length && Number(record) > 0).toBe(true);
        if (fields.event === 'tls.client')
          expect(String(fields.ja4)).toMatch(/^[tqd]\w{9}_[\da-f]{12}_[\da-f]{12}$/);
      }
      expect((facts.capture as { packets: number }).packets).toBeGreaterThan(0);
      if (bytes.length > 300_000) continue;
      const pieces = await readEvidence(captureReader, bytes, { chunk: 997 });
      expect(pieces.events).toEqual(events);
    }
    for (const kind of ['network', 'dns', 'http', 'tls', 'file'])
      expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(0);
  },
);

test('[LR14] a file that passed by HTTP is handed on once, as it was hashed', async () => {
  const { httpCapture } = await import('../helpers/make-http-capture.ts');
  const content = Buffer.from('%PDF-1.4 hello');
  const { events, inner } = await readEvidence(
    captureReader,
    httpCapture('/a/../doc.pdf', content, 2),
  );
  const files = events.filter(({ fields }) => fields.event === 'file');
  expect(files).toHaveLength(2);
  expect(inner.map(({ bytes }) => bytes)).toEqual([content]);
  expect(inner[0]?.name).toMatch(/^flow \d+, exchange 1\/doc\.pdf$/);
  expect(files[0]?.fields).toMatchObject({ kind: 'pdf', size: '14', complete: 'true' });
});
