/** Event logs of Windows as evidence: what the pure reader gives (docs/spec/evtx.md), with a word on each. */
import { crc32 } from 'node:zlib';
import type { EvidenceEvent } from '../../../../shared/areas/forensics/events/event.types.ts';
import type { EvtxDamage, EvtxRecord } from '../../../../shared/areas/forensics/evtx/evtx.types.ts';
import { readEvtxHeader } from '../../../../shared/areas/forensics/evtx/evtx-headers.ts';
import { flattenEvent } from '../../../../shared/areas/forensics/evtx/flatten-event.ts';
import { readEvtxBlocks } from '../../../../shared/areas/forensics/evtx/read-evtx.ts';
import { firstField } from '../../../../shared/areas/forensics/logs/fields.ts';
import { WindowsDescriber } from '../../../../shared/areas/forensics/windows-events/describe-windows.ts';
import type { EvidenceReader, ReaderInput, ReaderSink } from './reader.types.ts';
import { EventBatch } from './text/event-batch.ts';
import { WindowsFacts } from './windows-facts.ts';

/** A turn is given at least so often. */
const REST_BYTES = 1 << 20;
const SIGNATURES = ['ElfFile\0', 'ElfChnk\0'];

export const evtxReader: EvidenceReader = {
  id: 'evtx',
  label: 'Windows event log (EVTX)',
  family: 'log',
  version: '1',
  recognise(head) {
    const start = Buffer.from(head.subarray(0, 8)).toString('latin1');
    return SIGNATURES.includes(start) ? 100 : 0;
  },
  read: readLog,
};

async function readLog(input: ReaderInput, sink: ReaderSink): Promise<void> {
  const source = input.random();
  const batch = new EventBatch(input, sink);
  const facts = new WindowsFacts();
  const describer = new WindowsDescriber();
  const places: Record<EvtxRecord['place'], number> = {
    used: 0,
    refound: 0,
    'past-end': 0,
    carved: 0,
  };
  const sums = (bytes: Uint8Array, from: number, to: number, seed = 0) =>
    crc32(bytes.subarray(from, to), seed);
  try {
    sink.fact('header', readEvtxHeader(source));
    let given = 0;
    for (const { items, end } of readEvtxBlocks(source, { crc32: sums })) {
      for (const item of items) {
        if (item.kind === 'damage') {
          sink.problem(problemOf(item));
          continue;
        }
        places[item.place]++;
        if (item.isDoubtful) {
          const where = `offset ${item.offset}`;
          sink.problem({ what: 'a record states two sizes', where, isLoss: false });
        }
        const event = eventOf(item, describer);
        facts.add(event);
        batch.add(event);
        if (batch.isFull) await batch.give();
      }
      if (end - given < REST_BYTES) continue;
      given = end;
      // Also where nothing was found: a log of zeros or of damage is cancelled as soon as any other.
      await batch.rest();
      sink.reached(Math.min(end, input.size));
    }
    await batch.give();
  } finally {
    source.close();
  }
  sink.reached(input.size);
  sink.fact('places', places);
  facts.give(sink);
}

function eventOf(record: EvtxRecord, describer: WindowsDescriber): EvidenceEvent {
  const fields = flattenEvent(record.event);
  const { kind, host, user, provider, code, summary } = describer.describe(fields);
  const created = firstField(fields, 'TimeCreated_SystemTime');
  // The time of the record is when it was written; the event's own comes first, and is mostly the same.
  const time = created !== '' && created !== record.time ? isoTime(created) : null;
  return {
    timeMs: time?.ms ?? record.timeMs,
    timeNanos: time?.nanos ?? nanosOf(record.time),
    kind,
    host,
    user,
    provider,
    code,
    summary,
    fields,
    offset: record.offset,
    record: String(record.recordId),
  };
}

/** Beyond the ms, of a time with seven digits. */
function nanosOf(time: string): number {
  const ticks = Number(time.slice(23, 27));
  return ticks > 0 ? ticks * 100 : 0;
}

function isoTime(text: string): { ms: number; nanos: number } | null {
  const ms = Date.parse(`${text.slice(0, 23)}Z`);
  return Number.isNaN(ms) ? null : { ms, nanos: nanosOf(text) };
}

const WORDS: Readonly<Record<EvtxDamage['reason'], string>> = {
  'no-file-header': 'the file has no header of its kind',
  'file-header-checksum': 'the sum of the file header differs',
  'chunk-signature': 'a block is no chunk',
  'chunk-truncated': 'the last chunk is cut off',
  'chunk-header-checksum': 'the sum of a chunk header differs',
  'chunk-records-checksum': 'the sum of the records of a chunk differs',
  'record-signature': 'bytes that should be a record are none',
  'record-size': 'a record states a size that cannot be',
  'record-size-copy': 'a record states two sizes',
  'record-empty': 'a record holds no event',
  token: 'a record holds what the format does not know',
  'out-of-bounds': 'a record points beyond its chunk',
  name: 'a name of a record cannot be read',
  template: 'the template of a record cannot be read',
  value: 'a value of a record cannot be read',
  'too-deep': 'a record is nested too deep',
  'too-large': 'a record or chunk has more parts than are read',
};

function problemOf({ reason, offset, size, recordId, isLoss }: EvtxDamage) {
  const record = recordId === null ? '' : `, record ${recordId}`;
  return { what: WORDS[reason], where: `offset ${offset}, ${size} bytes${record}`, isLoss };
}
