/** Bits of change journals and of file attributes in words ([MS-FSCC] 2.3.62 and 2.6). */
type Bits = readonly (readonly [bit: number, word: string])[];

/** USN_REASON_ without its prefix. */
const REASONS: Bits = [
  [0x1, 'DATA_OVERWRITE'],
  [0x2, 'DATA_EXTEND'],
  [0x4, 'DATA_TRUNCATION'],
  [0x10, 'NAMED_DATA_OVERWRITE'],
  [0x20, 'NAMED_DATA_EXTEND'],
  [0x40, 'NAMED_DATA_TRUNCATION'],
  [0x100, 'FILE_CREATE'],
  [0x200, 'FILE_DELETE'],
  [0x400, 'EA_CHANGE'],
  [0x800, 'SECURITY_CHANGE'],
  [0x1000, 'RENAME_OLD_NAME'],
  [0x2000, 'RENAME_NEW_NAME'],
  [0x4000, 'INDEXABLE_CHANGE'],
  [0x8000, 'BASIC_INFO_CHANGE'],
  [0x1_0000, 'HARD_LINK_CHANGE'],
  [0x2_0000, 'COMPRESSION_CHANGE'],
  [0x4_0000, 'ENCRYPTION_CHANGE'],
  [0x8_0000, 'OBJECT_ID_CHANGE'],
  [0x10_0000, 'REPARSE_POINT_CHANGE'],
  [0x20_0000, 'STREAM_CHANGE'],
  [0x40_0000, 'TRANSACTED_CHANGE'],
  [0x80_0000, 'INTEGRITY_CHANGE'],
  [0x100_0000, 'DESIRED_STORAGE_CLASS_CHANGE'],
  [0x8000_0000, 'CLOSE'],
];

const ATTRIBUTES: Bits = [
  [0x1, 'Read only'],
  [0x2, 'Hidden'],
  [0x4, 'System'],
  [0x10, 'Folder'],
  [0x20, 'Archive'],
  [0x40, 'Device'],
  [0x100, 'Temporary'],
  [0x200, 'Sparse'],
  [0x400, 'Reparse point'],
  [0x800, 'Compressed'],
  [0x1000, 'Offline'],
  [0x2000, 'Not indexed'],
  [0x4000, 'Encrypted'],
];

const SOURCES: Bits = [
  [0x1, 'DATA_MANAGEMENT'],
  [0x2, 'AUXILIARY_DATA'],
  [0x4, 'REPLICATION_MANAGEMENT'],
  [0x8, 'CLIENT_REPLICATION_MANAGEMENT'],
];

export const usnReasons = (bits: number): string[] => words(REASONS, bits);
export const fileAttributes = (bits: number): string[] => words(ATTRIBUTES, bits);
export const usnSources = (bits: number): string[] => words(SOURCES, bits);

/** Bits without a word are told as a number: nothing is left out. */
function words(table: Bits, bits: number): string[] {
  const found: string[] = [];
  let rest = bits >>> 0;
  for (const [bit, word] of table)
    if ((bits & bit) !== 0) {
      found.push(word);
      rest = (rest & ~bit) >>> 0;
    }
  return rest === 0 ? found : [...found, `0x${rest.toString(16)}`];
}
