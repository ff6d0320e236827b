/** Names of files within a package: safe on every system, and the same whoever asks. */
const MAX_NAME = 100;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A file name that needs no quoting anywhere; what was lost of it is in the manifest. */
export function safeName(raw: string): string {
  const plain = raw
    .normalize('NFC')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '_')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/^[._-]+/, '')
    .replace(/[._]+$/, '');
  const dot = plain.lastIndexOf('.');
  const extension = dot > 0 && plain.length - dot <= 12 ? plain.slice(dot) : '';
  const stem = plain.slice(0, plain.length - extension.length);
  const cut = stem.slice(0, MAX_NAME - extension.length) + extension;
  return cut === '' || RESERVED.test(cut) ? `file_${cut}` : cut;
}

interface FiledEvidence {
  readonly id: string;
  readonly title: string;
  readonly fileName: string | null;
  readonly sha256: string | null;
}

/** Where a piece of evidence lies; null where it has no file here. */
export function packagePathOf({ id, title, fileName, sha256 }: FiledEvidence): string | null {
  return sha256 === null ? null : `evidence/${safeName(id)}/${safeName(fileName ?? title)}`;
}
