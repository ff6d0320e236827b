/**
 * DNS messages: RFC 1035 sections 4.1 and 3.3. Used for mDNS (RFC 6762), LLMNR (RFC 4795) and NetBIOS names
 * (RFC 1002 section 4.2) too.
 */
import { u16, u32 } from './bytes.ts';
import type { DnsAnswer, DnsMessage, DnsQuestion } from './capture.types.ts';
import { dnsTypeName, RCODES } from './dns.table.ts';
import { readRecordData } from './dns-data.ts';
import { type DnsCursor, readName } from './dns-name.ts';

function readQuestion(cursor: DnsCursor): DnsQuestion {
  const name = readName(cursor);
  const { bytes, at, end } = cursor;
  if (at + 4 > end) cursor.bad = true;
  cursor.at = at + 4;
  return { name, type: dnsTypeName(u16(bytes, at)), class: u16(bytes, at + 2) };
}

function readRecord(cursor: DnsCursor): DnsAnswer | null {
  const name = readName(cursor);
  const { bytes, at, end } = cursor;
  const length = u16(bytes, at + 8);
  if (cursor.bad || at + 10 + length > end) {
    cursor.bad = true;
    return null;
  }
  const type = u16(bytes, at);
  const data = { bytes, base: cursor.base, end: at + 10 + length, at: at + 10, bad: false };
  cursor.at = data.end;
  return {
    name,
    type: dnsTypeName(type),
    class: u16(bytes, at + 2),
    ttl: u32(bytes, at + 4),
    data: readRecordData(type, data, readName),
  };
}

function readRecords(cursor: DnsCursor, count: number, most: number): DnsAnswer[] {
  const records: DnsAnswer[] = [];
  for (let n = 0; n < count && !cursor.bad; n++) {
    if (n >= most) {
      cursor.bad = true;
      break;
    }
    const record = readRecord(cursor);
    if (record !== null) records.push(record);
  }
  return records;
}

/** Null where the bytes are no DNS message at all. */
export function readDns(
  bytes: Uint8Array,
  from: number,
  end: number,
  mostRecords: number,
): DnsMessage | null {
  if (end - from < 12) return null;
  const flags = u16(bytes, from + 2);
  const questionCount = u16(bytes, from + 4);
  const counts = [u16(bytes, from + 6), u16(bytes, from + 8), u16(bytes, from + 10)];
  const [answerCount = 0, authorityCount = 0, additionalCount = 0] = counts;
  // Every question has five bytes at least, every record eleven.
  const least = questionCount * 5 + (answerCount + authorityCount + additionalCount) * 11;
  if (questionCount > 32 || (least > (end - from - 12) * 4 && least > 512)) return null;
  const cursor: DnsCursor = { bytes, base: from, end, at: from + 12, bad: false };
  const questions: DnsQuestion[] = [];
  for (let n = 0; n < questionCount && !cursor.bad; n++) questions.push(readQuestion(cursor));
  return {
    id: u16(bytes, from),
    response: (flags & 0x8000) !== 0,
    opcode: (flags >> 11) & 15,
    rcode: RCODES[flags & 15] ?? String(flags & 15),
    authoritative: (flags & 0x0400) !== 0,
    truncated: (flags & 0x0200) !== 0,
    recursionDesired: (flags & 0x0100) !== 0,
    questions,
    answers: readRecords(cursor, answerCount, mostRecords),
    authorities: readRecords(cursor, authorityCount, mostRecords),
    additionals: readRecords(cursor, additionalCount, mostRecords),
    damaged: cursor.bad,
  };
}
