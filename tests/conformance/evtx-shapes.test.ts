import { expect, test } from 'vitest';
import { eventToJson } from '../../src/shared/areas/forensics/evtx/event-json.ts';
import type { EvtxElement } from '../../src/shared/areas/forensics/evtx/evtx.types.ts';
import { flattenEvent } from '../../src/shared/areas/forensics/evtx/flatten-event.ts';
import {
  ChunkMaker,
  integer,
  makeLog,
  utf16,
  type XmlElement,
  type XmlPart,
  type XmlValue,
} from '../helpers/make-evtx.ts';
import { readLog } from './evtx-reading.ts';

const XMLNS = { xmlns: ['http://schemas.microsoft.com/win/2004/08/events/event'] };
const text = (name: string, ...content: XmlPart[]): XmlElement => ({ name, content });
const data = (name: string, ...content: XmlPart[]): XmlElement => ({
  name: 'Data',
  attributes: { Name: [name] },
  content,
});
const SYSTEM: XmlElement = {
  name: 'System',
  content: [
    { name: 'Provider', attributes: { Name: ['Microsoft-Windows-Test'], Guid: [{ value: 0 }] } },
    { name: 'EventID', attributes: { Qualifiers: [{ value: 1 }] }, content: [{ value: 2 }] },
    text('Level', { value: 2 }),
    { name: 'TimeCreated', attributes: { SystemTime: [{ value: 3 }] } },
    { name: 'Correlation' },
    text('Channel', 'Test/Operational'),
    text('Computer', 'host.example'),
    { name: 'Security', attributes: { UserID: ['S-1-5-18'] } },
  ],
};
const VALUES: readonly XmlValue[] = [
  [0x0f, Buffer.from('78563412341278561234123456789abc', 'hex')],
  [0x06, integer(16_384, 2)],
  [0x06, integer(4, 2)],
  [0x11, integer(134_117_966_456_789_012n, 8)],
  [0x0a, integer(2n ** 60n, 8)],
  [0x81, utf16('one\0two\0')],
  [0x0d, integer(1, 4)],
];

function made(...content: XmlPart[]): EvtxElement {
  const chunk = new ChunkMaker();
  chunk.record(
    1,
    'event',
    { name: 'Event', attributes: XMLNS, content: [SYSTEM, ...content] },
    VALUES,
  );
  const { records, damage } = readLog(makeLog([chunk.finish()]));
  expect(damage).toEqual([]);
  const [record] = records;
  if (!record) throw new Error('No record was read');
  return record.event;
}

const HEAD = {
  Channel: 'Test/Operational',
  Provider_Name: 'Microsoft-Windows-Test',
  EventID: '4',
  Computer: 'host.example',
};
const REST = {
  Provider_Guid: '12345678-1234-5678-1234-123456789ABC',
  EventID_Qualifiers: '16384',
  Level: '4',
  TimeCreated_SystemTime: '2026-01-02T03:04:05.6789012Z',
  Security_UserID: 'S-1-5-18',
};

test('[EVT12] four fields come first, values are texts, and lists keep their order', () => {
  const flat = flattenEvent(
    made({
      name: 'EventData',
      attributes: { Name: ['Kind'] },
      content: [
        data('Big', { value: 4 }),
        text('Data', { value: 5 }),
        text('Data', 'three'),
        data('Flag', { value: 6 }),
        data('Twice', 'a'),
        data('Twice', 'b'),
        data('Twice', 'c'),
        data('Empty'),
      ],
    }),
  );
  expect(Object.keys(flat).slice(0, 4)).toEqual(Object.keys(HEAD));
  expect({ ...flat }).toEqual({
    ...HEAD,
    ...REST,
    EventData_Name: 'Kind',
    Big: '1152921504606846976',
    Data: ['one', 'two', 'three'],
    Flag: 'true',
    Twice: ['a', 'b', 'c'],
    Empty: '',
  });
});

test('[EVT12] System wins, UserData goes by its last names, and what a forwarder rendered is apart', () => {
  const flat = flattenEvent(
    made(
      {
        name: 'UserData',
        content: [
          {
            name: 'Operation',
            attributes: XMLNS,
            content: [
              text('Channel', 'forged'),
              text('EventID', '1'),
              text('n:User', 'alice'),
              { name: 'Error', attributes: { Code: ['5'] } },
            ],
          },
        ],
      },
      {
        name: 'RenderingInfo',
        attributes: { Culture: ['en'] },
        content: [text('Message', 'm'), text('Level', 'Information')],
      },
    ),
  );
  expect({ ...flat }).toEqual({
    ...HEAD,
    ...REST,
    User: 'alice',
    Error_Code: '5',
    RenderingInfo_Culture: 'en',
    RenderingInfo_Message: 'm',
    RenderingInfo_Level: 'Information',
  });
});

test('[EVT12] [EVT13] names of objects are names as any other', () => {
  const event = made({
    name: 'EventData',
    content: [data('__proto__', 'p'), data('constructor', 'c'), data('toString', 't')],
  });
  const flat = flattenEvent(event);
  expect(Object.getPrototypeOf(flat)).toBeNull();
  expect(Object.values(flat).slice(-3)).toEqual(['p', 'c', 't']);
  expect(JSON.stringify(eventToJson(event))).toContain(
    '"EventData":{"__proto__":"p","constructor":"c","toString":"t"}',
  );
  expect(({} as Record<string, unknown>).p).toBeUndefined();
});

test('[EVT13] JSON has attributes, texts beside them, named and unnamed data, and exact numbers', () => {
  const event = made({
    name: 'EventData',
    content: [
      data('Big', { value: 4 }),
      text('Data', { value: 5 }),
      text('Data', 'three'),
      data('Twice', 'a'),
      data('Twice', 'b'),
      text('Binary', 'FF'),
      { name: 'Mixed', attributes: { k: ['v'] }, content: ['x', text('y', 'z')] },
    ],
  });
  expect(JSON.parse(JSON.stringify(eventToJson(event, { timeDigits: 6 })))).toEqual({
    Event: {
      '#attributes': { xmlns: XMLNS.xmlns[0] },
      System: {
        Provider: { '#attributes': { Name: 'Microsoft-Windows-Test', Guid: REST.Provider_Guid } },
        EventID: { '#attributes': { Qualifiers: 16_384 }, '#text': 4 },
        Level: 4,
        TimeCreated: { '#attributes': { SystemTime: '2026-01-02T03:04:05.678901Z' } },
        Correlation: null,
        Channel: 'Test/Operational',
        Computer: 'host.example',
        Security: { '#attributes': { UserID: 'S-1-5-18' } },
      },
      EventData: {
        Big: '1152921504606846976',
        Data: { '#text': ['one', 'two', 'three'] },
        Twice: ['a', 'b'],
        Binary: 'FF',
        Mixed: { '#attributes': { k: 'v' }, '#text': 'x', y: 'z' },
      },
    },
  });
  expect(JSON.stringify(eventToJson(event))).toContain('"2026-01-02T03:04:05.6789012Z"');
});
