/** What is said of a record of the master file table beside its times: fields, content, and what looks odd. */
import type { EventFields } from '../events/event.types.ts';
import { fileAttributes } from '../usn/usn-words.ts';
import { hasNoFraction } from './file-time.ts';
import type { MftName, MftRecord, MftStream } from './mft-record.ts';

const DOS = 2;
/** Characters of content that stands in the record itself. */
const PREVIEW = 256;
const SHOWN_STREAMS = 32;

/** Why a record looks as if its times had been set by hand; hints, with what else explains them. */
export function timestompNotes({ standard, names }: MftRecord): string[] {
  const name = longNames(names)[0];
  const [si, fn] = [standard?.times.b ?? null, name?.times.b ?? null];
  if (si === null || fn === null) return [];
  const notes: string[] = [];
  if (si.ms < fn.ms || (si.ms === fn.ms && si.nanos < fn.nanos))
    notes.push(
      'Timestomp: created earlier by $STANDARD_INFORMATION than by $FILE_NAME (a moved or unpacked file shows this, too)',
    );
  if (hasNoFraction(si) && !hasNoFraction(fn))
    notes.push(
      'Timestomp: the creation time in $STANDARD_INFORMATION has no fraction of a second (files from archives and FAT show this, too)',
    );
  return notes;
}

/** Without the short names of DOS, where there is a long one. */
export function longNames(names: readonly MftName[]): readonly MftName[] {
  const long = names.filter(({ space }) => space !== DOS);
  return long.length > 0 ? long : names;
}

export function fieldsOf(record: MftRecord, path: string, notes: readonly string[]): EventFields {
  const own = record.streams.find(({ name, size }) => name === '' && size !== null);
  const streams = record.streams.filter(({ name, size }) => name !== '' && size !== null);
  const flags = record.standard ? fileAttributes(record.standard.flags) : [];
  const short = record.names.find(({ space }) => space === DOS)?.name;
  const fields: Record<string, string | readonly string[]> = {
    Path: path,
    Entry: String(record.number),
    Sequence: String(record.sequence),
    State: record.isUsed ? 'in use' : 'deleted',
    Type: record.isFolder ? 'folder' : 'file',
  };
  if (own) fields.Size = String(own.size);
  if (flags.length > 0) fields.Attributes = flags;
  if (short !== undefined && record.names.length > 1) fields.ShortName = short;
  if (record.links > 1) fields.Links = String(record.links);
  if (own?.resident && own.resident.length > 0) fields.ResidentData = preview(own.resident);
  if (streams.length > 0) fields.Streams = streams.slice(0, SHOWN_STREAMS).map(streamText);
  if (record.hasReparsePoint) fields.ReparsePoint = 'yes';
  if (notes.length > 0) fields.Note = notes;
  if (record.damage.length > 0) fields.Damage = record.damage;
  return fields;
}

/** 'Zone.Identifier (26 bytes): [ZoneTransfer]…'. */
function streamText({ name, size, resident }: MftStream): string {
  const head = `${name} (${size} bytes)`;
  return resident && resident.length > 0 ? `${head}: ${preview(resident)}` : head;
}

/** As text where it is text, in hexadecimal otherwise. */
function preview(bytes: Uint8Array): string {
  const part = bytes.subarray(0, PREVIEW);
  let text = '';
  for (const byte of part) {
    const isText = (byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13;
    if (!isText) return hex(part.subarray(0, PREVIEW / 4));
    text += String.fromCharCode(byte);
  }
  return text;
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
