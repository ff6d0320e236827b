/**
 * Records of the change journal of NTFS and ReFS (`$UsnJrnl:$J`), versions 2, 3 and 4: [MS-FSCC]
 * 2.3.62 (USN_RECORD_V2, _V3) and Win32's USN_RECORD_V4. Nothing is believed before it fits.
 */
import type { FileMoment } from '../bodyfile/macb.ts';
import { readFileTime } from '../mft/file-time.ts';
import { utf16Text } from '../mft/mft-record.ts';

export interface UsnRecord {
  readonly version: 2 | 3 | 4;
  readonly length: number;
  /** 'record-sequence' in version 2, 32 hexadecimal digits otherwise where they say more. */
  readonly file: string;
  readonly parent: string;
  readonly usn: bigint;
  /** Version 4 has none. */
  readonly at: FileMoment | null;
  /** Bits. */
  readonly reason: number;
  readonly sourceInfo: number;
  readonly attributes: number | null;
  readonly name: string | null;
  /** Of version 4: byte ranges that changed. */
  readonly extents: number;
}

const MIN = { 2: 60, 3: 76, 4: 64 } as const;
const MAX_LENGTH = 65_536;
const MAX_NAME_BYTES = 510;

/** @returns null where no record can stand here. */
export function parseUsnRecord(view: DataView, at: number): UsnRecord | null {
  if (at + 8 > view.byteLength) return null;
  const length = view.getUint32(at, true);
  const version = view.getUint16(at + 4, true);
  if (version !== 2 && version !== 3 && version !== 4) return null;
  if (view.getUint16(at + 6, true) !== 0 || length % 8 !== 0) return null;
  if (length < MIN[version] || length > MAX_LENGTH || at + length > view.byteLength) return null;
  if (version === 4) return parseExtents(view, at, length);
  const wide = version === 3 ? 16 : 0;
  const nameBytes = view.getUint16(at + 56 + wide, true);
  const nameAt = view.getUint16(at + 58 + wide, true);
  if (nameBytes % 2 !== 0 || nameBytes > MAX_NAME_BYTES) return null;
  if (nameAt < MIN[version] || nameAt + nameBytes > length) return null;
  const time = readFileTime(view, at + 32 + wide);
  if (time === null) return null;
  return {
    ...{ version, length, at: time, extents: 0 },
    file: version === 2 ? shortId(view, at + 8) : wideId(view, at + 8),
    parent: version === 2 ? shortId(view, at + 16) : wideId(view, at + 24),
    usn: view.getBigUint64(at + 24 + wide, true),
    reason: view.getUint32(at + 40 + wide, true),
    sourceInfo: view.getUint32(at + 44 + wide, true),
    attributes: view.getUint32(at + 52 + wide, true),
    name: utf16Text(view, at + nameAt, nameBytes / 2),
  };
}

function parseExtents(view: DataView, at: number, length: number): UsnRecord | null {
  const count = view.getUint16(at + 60, true);
  const size = view.getUint16(at + 62, true);
  if (count > 0 && size < 16) return null;
  if (64 + count * size > length) return null;
  return {
    ...{ version: 4, length, at: null, attributes: null, name: null, extents: count },
    file: wideId(view, at + 8),
    parent: wideId(view, at + 24),
    usn: view.getBigUint64(at + 40, true),
    reason: view.getUint32(at + 48, true),
    sourceInfo: view.getUint32(at + 52, true),
  };
}

function shortId(view: DataView, at: number): string {
  const record = view.getUint16(at + 4, true) * 0x1_0000_0000 + view.getUint32(at, true);
  return `${record}-${view.getUint16(at + 6, true)}`;
}

/** NTFS fills the lower half only: then it is the same as in version 2. */
function wideId(view: DataView, at: number): string {
  const high = view.getBigUint64(at + 8, true);
  if (high === 0n) return shortId(view, at);
  const low = view.getBigUint64(at, true);
  return `0x${high.toString(16).padStart(16, '0')}${low.toString(16).padStart(16, '0')}`;
}
