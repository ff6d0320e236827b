/** What evidence is worth at a moment, and what its files are taken for. Pure. */

export const EVIDENCE_TYPES = [
  'DOCUMENT',
  'SCREENSHOT',
  'LOG',
  'REPORT',
  'CONFIGURATION',
  'CERTIFICATE',
] as const;
export type EvidenceType = (typeof EVIDENCE_TYPES)[number];

export const EVIDENCE_TYPE_LABELS: Record<EvidenceType, string> = {
  DOCUMENT: 'Document',
  SCREENSHOT: 'Screenshot',
  LOG: 'Log',
  REPORT: 'Report',
  CONFIGURATION: 'Configuration',
  CERTIFICATE: 'Certificate',
};

export const VERDICTS = ['PENDING', 'ACCEPTED', 'REJECTED'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What a list shows. `superseded` is an older revision, in no list. */
export const VALIDITIES = ['valid', 'expired', 'pending', 'rejected', 'superseded'] as const;
export type Validity = (typeof VALIDITIES)[number];

export const VALIDITY_LABELS: Record<Validity, string> = {
  valid: 'Valid',
  expired: 'Expired',
  pending: 'Pending review',
  rejected: 'Rejected',
  superseded: 'Superseded',
};

/** Evidence counts as expiring from so many days before its end. */
export const EXPIRING_DAYS = 30;
/** Matches of a search that is narrowed by validity are counted so far; then there are more. */
export const SEARCH_COUNTED = 10_000;

export const EVIDENCE_TITLE_MAX = 200;
export const EVIDENCE_TEXT_MAX = 4000;
const FILE_NAME_MAX = 255;
/** One piece of an upload; the last may be shorter. */
export const UPLOAD_PIECE_BYTES = 8 * 1024 * 1024;
/** 2^40: more than anybody keeps as one piece of evidence, and within what the file format counts. */
export const EVIDENCE_MAX_BYTES = 1_099_511_627_776;

/** What evidence is worth now. Times in milliseconds. */
export function validityOf(
  evidence: {
    readonly verdict: Verdict;
    readonly expirationDate: number | null;
    readonly supersededBy: string | null;
  },
  now: number,
): Validity {
  if (evidence.supersededBy !== null) return 'superseded';
  if (evidence.verdict === 'REJECTED') return 'rejected';
  if (evidence.expirationDate !== null && evidence.expirationDate <= now) return 'expired';
  return evidence.verdict === 'ACCEPTED' ? 'valid' : 'pending';
}

const TYPE_BY_EXTENSION: Readonly<Record<string, EvidenceType>> = {
  png: 'SCREENSHOT',
  jpg: 'SCREENSHOT',
  jpeg: 'SCREENSHOT',
  gif: 'SCREENSHOT',
  webp: 'SCREENSHOT',
  log: 'LOG',
  evtx: 'LOG',
  ndjson: 'LOG',
  jsonl: 'LOG',
  pcap: 'LOG',
  json: 'CONFIGURATION',
  yaml: 'CONFIGURATION',
  yml: 'CONFIGURATION',
  conf: 'CONFIGURATION',
  cfg: 'CONFIGURATION',
  ini: 'CONFIGURATION',
  xml: 'CONFIGURATION',
  toml: 'CONFIGURATION',
  pem: 'CERTIFICATE',
  crt: 'CERTIFICATE',
  cer: 'CERTIFICATE',
  p7b: 'CERTIFICATE',
  csv: 'REPORT',
  xlsx: 'REPORT',
  pptx: 'REPORT',
};

function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** A proposal; the person decides. */
export function guessType(fileName: string): EvidenceType {
  if (/screen[ -_]?shot/i.test(fileName)) return 'SCREENSHOT';
  if (/certificate|zertifikat/i.test(fileName)) return 'CERTIFICATE';
  if (/report|audit/i.test(fileName)) return 'REPORT';
  return TYPE_BY_EXTENSION[extensionOf(fileName)] ?? 'DOCUMENT';
}

/** Characters that turn text around or are not seen (Unicode TR36, section 2.5 on bidirectional text). */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;

/** A file's name without its path and what cannot be seen. It is shown, and never used as a path. */
export function safeFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const cleaned = last.replace(UNSEEN, '').trim().replace(/^\.+/, '');
  return cleaned.slice(0, FILE_NAME_MAX) || 'unnamed';
}

/** A title from a file's name: without its ending, words apart. */
export function titleFromName(fileName: string): string {
  const stem = safeFileName(fileName).replace(/\.[a-z0-9]{1,8}$/i, '');
  const words = stem.replace(/[_\s]+/g, ' ').trim();
  const title = words || safeFileName(fileName);
  return (title.charAt(0).toUpperCase() + title.slice(1)).slice(0, EVIDENCE_TITLE_MAX);
}

export type PreviewKind =
  | 'text'
  | 'markdown'
  | 'csv'
  | 'json'
  | 'image'
  | 'pdf'
  | 'archive'
  | 'binary';

const KIND_BY_EXTENSION: Readonly<Record<string, PreviewKind>> = {
  md: 'markdown',
  markdown: 'markdown',
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
};

const IMAGE_TYPES: readonly (readonly [string, readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
];

const startsWith = (head: Uint8Array, bytes: readonly number[], at = 0) =>
  bytes.every((byte, index) => head[at + index] === byte);

/** The media type of a picture that a browser decodes without running anything; null for all else. */
export function imageTypeOf(head: Uint8Array): string | null {
  const isWebp =
    startsWith(head, [0x52, 0x49, 0x46, 0x46]) && startsWith(head, [0x57, 0x45, 0x42, 0x50], 8);
  if (isWebp) return 'image/webp';
  return IMAGE_TYPES.find(([, bytes]) => startsWith(head, bytes))?.[0] ?? null;
}

/**
 * How a file is shown. Its first bytes decide, its name only among kinds of text: a name may lie.
 * SVG and HTML are text here, so that nothing in them ever runs.
 */
export function previewKindOf(fileName: string, head: Uint8Array, isText: boolean): PreviewKind {
  if (imageTypeOf(head) !== null) return 'image';
  if (startsWith(head, [0x25, 0x50, 0x44, 0x46, 0x2d])) return 'pdf';
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04]) || startsWith(head, [0x50, 0x4b, 0x05, 0x06]))
    return 'archive';
  if (!isText) return 'binary';
  return KIND_BY_EXTENSION[extensionOf(fileName)] ?? 'text';
}
