/** What the self-tests read: made here, and nobody's data. Addresses and names are those for documents. */
import { type MadeChange, makeMftRecord, makeUsnRecord } from './make-disk-samples.ts';
import { makeEvtx, type SampleElement } from './make-evtx-sample.ts';
import { makeDnsCapture, makeElf, makePe } from './make-samples.ts';
import type { Sample } from './self-test.ts';

/** 2026-01-02T03:04:05Z. */
const AT = 1_767_323_045_000;
const ISO = '2026-01-02T03:04:05Z';
const text = (...lines: readonly string[]): Uint8Array => Buffer.from(`${lines.join('\n')}\n`);

export const selfTestSamples = (): readonly Sample[] => [
  ...diskSamples(),
  ...logSamples(),
  ...serverSamples(),
  ...siemSamples(),
  ...malwareSamples(),
  {
    ...{
      readerId: 'capture',
      name: 'sample.pcap',
      bytes: makeDnsCapture('self.example.com', AT / 1000),
    },
    ...{ events: 2, holds: ['self.example.com', '10.0.0.1'], timeMs: AT },
  },
  {
    ...{
      readerId: 'zeek',
      name: 'conn.log',
      events: 1,
      holds: ['10.0.0.1', 'CSelfTest1'],
      timeMs: AT,
    },
    bytes: text(
      '#separator \\x09',
      '#set_separator\t,',
      '#empty_field\t(empty)',
      '#unset_field\t-',
      '#path\tconn',
      '#fields\tts\tuid\tid.orig_h\tid.orig_p\tid.resp_h\tid.resp_p\tproto',
      '#types\ttime\tstring\taddr\tport\taddr\tport\tenum',
      `${AT / 1000}.000000\tCSelfTest1\t10.0.0.1\t50000\t203.0.113.9\t443\ttcp`,
    ),
  },
  {
    ...{ readerId: 'memory', name: 'sample.lime', events: 6 },
    holds: [
      'http://bad.example.com/x',
      'C:\\Windows\\evil.exe',
      '198.51.100.7',
      'USERNAME=somebody',
    ],
    bytes: memoryImage(),
  },
];

/** LiME with one range: a URL in ASCII, an address in UTF-16, a program, an environment. */
function memoryImage(): Uint8Array {
  const content = Buffer.concat([
    Buffer.from('\x01\x02http://bad.example.com/x\0\xff', 'latin1'),
    Buffer.from('from 198.51.100.7 here', 'utf16le'),
    Buffer.from('\xff\xff\x01C:\\Windows\\evil.exe\x02USERNAME=somebody\0', 'latin1'),
  ]);
  const head = Buffer.alloc(32);
  head.write('EMiL', 0, 'latin1');
  head.writeUInt32LE(1, 4);
  head.writeBigUInt64LE(BigInt(content.length - 1), 16);
  return Buffer.concat([head, content]);
}

function diskSamples(): Sample[] {
  const at = { ms: AT, nanos: 700 };
  const times = [at, at, at, at];
  const early = { ms: AT - 86_400_000, nanos: 0 };
  const mft = Buffer.concat([
    makeMftRecord({ number: 0, standard: times, names: [{ name: '$MFT', parent: [5, 5], times }] }),
    makeMftRecord({
      ...{ number: 1, standard: [early, at, at, at] },
      names: [{ name: 'back.exe', parent: [5, 5], times }],
      streams: [{ name: 'hidden', content: 'text' }],
    }),
  ]);
  const change: Omit<MadeChange, 'version'> = {
    ...{ usn: 4096, file: [40, 2], parent: [5, 5], at, reason: 0x100, name: 'new.exe' },
  };
  return [
    {
      ...{ readerId: 'mft', name: '$MFT', bytes: mft, events: 3, timeMs: AT },
      holds: ['/$MFT', '/back.exe', 'hidden (4 bytes): text', 'Timestomp: created earlier'],
    },
    {
      ...{
        readerId: 'usn',
        name: '$J',
        events: 2,
        holds: ['new.exe', 'FILE_CREATE', '40-2'],
        timeMs: AT,
      },
      bytes: Buffer.concat([
        makeUsnRecord({ ...change, version: 2 }),
        makeUsnRecord({ ...change, version: 3 }),
      ]),
    },
    {
      ...{
        readerId: 'bodyfile',
        name: 'body',
        events: 2,
        holds: ['/a|b', 'm.cb', '.a..'],
        timeMs: AT,
      },
      bytes: text(
        `0|/a|b|5-128-1|r/rrwxr-xr-x|0|0|1|${AT / 1000 + 1}|${AT / 1000}|${AT / 1000}|${AT / 1000}`,
      ),
    },
    {
      ...{
        readerId: 'mactime',
        name: 'timeline.csv',
        events: 1,
        holds: ['/etc/x', 'm.c.'],
        timeMs: AT,
      },
      bytes: text(
        'Date,Size,Type,Mode,UID,GID,Meta,File Name',
        `${ISO},1,m.c.,r/rrw-r--r--,0,0,5,"/etc/x"`,
      ),
    },
  ];
}

const WINDOWS_EVENT: SampleElement = {
  name: 'Event',
  content: [
    {
      name: 'System',
      content: [
        { name: 'Provider', attributes: { Name: 'Self-Test' }, content: '' },
        { name: 'EventID', content: '4624' },
        { name: 'TimeCreated', attributes: { SystemTime: ISO }, content: '' },
        { name: 'Channel', content: 'Security' },
        { name: 'Computer', content: 'host-1' },
      ],
    },
  ],
};

const logSamples = (): Sample[] => [
  {
    ...{ readerId: 'text-log', name: 'app.log', events: 3, holds: ['service started'], timeMs: AT },
    bytes: text(
      `${ISO} INFO service started`,
      `${ISO} WARN disk nearly full`,
      `${ISO} INFO service ended`,
    ),
  },
  {
    ...{ readerId: 'evtx', name: 'a.evtx', bytes: makeEvtx(WINDOWS_EVENT, 7, AT), events: 1 },
    ...{ holds: ['4624', 'host-1', 'Self-Test'], timeMs: AT },
  },
  {
    ...{
      readerId: 'evtx-xml',
      name: 'events.xml',
      events: 1,
      holds: ['host-1', '4624'],
      timeMs: AT,
    },
    bytes: text(
      '<Events><Event xmlns="http://schemas.microsoft.com/win/2004/08/events/event"><System>',
      '<Provider Name="Microsoft-Windows-Security-Auditing"/><EventID>4624</EventID>',
      `<TimeCreated SystemTime="${ISO}"/><EventRecordID>7</EventRecordID>`,
      '<Channel>Security</Channel><Computer>host-1</Computer></System>',
      '<EventData><Data Name="TargetUserName">somebody</Data></EventData></Event></Events>',
    ),
  },
  {
    ...{ readerId: 'csv', name: 'log.csv', events: 2, holds: ['somebody', 'host-1'], timeMs: AT },
    bytes: text('timestamp,host,user', `${ISO},host-1,somebody`, `${ISO},host-2,other`),
  },
  {
    ...{
      readerId: 'syslog',
      about: 'RFC 5424',
      name: 'syslog',
      events: 2,
      holds: ['host-1', 'ended'],
      timeMs: AT,
    },
    bytes: text(
      `<34>1 ${ISO} host-1 sshd 42 ID1 - a session has ended`,
      `<34>1 ${ISO} host-1 sshd 42 ID1 - another`,
    ),
  },
];

const serverSamples = (): Sample[] => [
  {
    ...{
      readerId: 'auditd',
      name: 'audit.log',
      events: 1,
      holds: ['/usr/bin/id', '1234'],
      timeMs: AT,
    },
    bytes: text(
      `type=SYSCALL msg=audit(${AT / 1000}.000:1234): arch=c000003e syscall=59 success=yes exe="/usr/bin/id" key="self"`,
    ),
  },
  {
    ...{
      readerId: 'web-access',
      name: 'access.log',
      events: 2,
      holds: ['203.0.113.9', '/login'],
      timeMs: AT,
    },
    bytes: text(
      '203.0.113.9 - - [02/Jan/2026:03:04:05 +0000] "GET /login HTTP/1.1" 200 12 "-" "self-test"',
      '203.0.113.9 - - [02/Jan/2026:03:04:06 +0000] "GET /a HTTP/1.1" 404 0 "-" "self-test"',
    ),
  },
  {
    ...{
      readerId: 'w3c',
      name: 'u_ex.log',
      events: 1,
      holds: ['10.0.0.1', '/index.html'],
      timeMs: AT,
    },
    bytes: text(
      '#Software: Microsoft Internet Information Services 10.0',
      '#Version: 1.0',
      '#Fields: date time c-ip cs-method cs-uri-stem sc-status',
      '2026-01-02 03:04:05 10.0.0.1 GET /index.html 200',
    ),
  },
  {
    ...{
      readerId: 'journal',
      name: 'journal.export',
      events: 1,
      holds: ['self-test', 'host-1'],
      timeMs: AT,
    },
    bytes: text(
      '__CURSOR=s=1;i=1',
      `__REALTIME_TIMESTAMP=${AT}000`,
      '_HOSTNAME=host-1',
      'SYSLOG_IDENTIFIER=self-test',
      'MESSAGE=hello',
      '',
    ),
  },
];

const malwareSamples = (): Sample[] => [
  {
    ...{ readerId: 'pe', name: 'a.exe', bytes: makePe('self-test of texts'), events: 2 },
    holds: ['self-test of texts', '.text'],
  },
  { ...{ readerId: 'elf', name: 'a', bytes: makeElf(), events: 1 }, holds: ['ELF'] },
  {
    ...{ readerId: 'any-file', name: 'a.bin', bytes: Buffer.from('abc'), events: 1 },
    // SHA-256 of 'abc' (FIPS 180-4, example).
    holds: ['ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  },
];

/** Exports of a SIEM, as the reader of JSON takes them. */
const siemSamples = (): Sample[] => [
  {
    ...{ readerId: 'json', name: 'log.json', events: 2, holds: ['host-1', 'somebody'], timeMs: AT },
    bytes: text(
      JSON.stringify({ '@timestamp': ISO, host: { name: 'host-1' }, user: { name: 'somebody' } }),
      JSON.stringify({ '@timestamp': ISO, host: { name: 'host-2' } }),
    ),
  },
  {
    ...{ readerId: 'json', family: 'siem', about: 'Elastic (ECS)', name: 'ecs.ndjson' },
    ...{ events: 1, holds: ['host-1', 'process_started'], timeMs: AT },
    bytes: text(
      JSON.stringify({
        '@timestamp': ISO,
        event: { action: 'process_started', category: ['process'] },
        host: { name: 'host-1' },
      }),
    ),
  },
  {
    ...{ readerId: 'json', family: 'siem', about: 'Microsoft Sentinel', name: 'sentinel.json' },
    ...{ events: 1, holds: ['host-1', 'SecurityEvent'], timeMs: AT },
    bytes: text(
      JSON.stringify([
        { TimeGenerated: ISO, Computer: 'host-1', EventID: 4624, Type: 'SecurityEvent' },
      ]),
    ),
  },
];
