/** Archives that are known by their first bytes and that nothing here takes apart. */
import { fileKindOf } from './file-kind.ts';

const UNOPENED: ReadonlySet<string> = new Set([
  ...['RAR archive', '7-Zip archive', 'xz', 'LZ4', 'lzip', 'Unix compress'],
  ...['ACE archive', 'ARJ archive', 'LHA archive', 'Cabinet', 'InstallShield cabinet'],
  ...['cpio archive', 'Debian package', 'RPM package'],
]);

/** What is said of such an archive, by the beginning of a file; null of any other file. */
export function unopenedArchive(head: Uint8Array, size: number): string | null {
  const { label } = fileKindOf(head, size);
  return UNOPENED.has(label)
    ? `${label}: not opened, what is inside was not read. Unpack it and bring the folder, or pack it as ZIP, tar, gzip, bzip2 or Zstandard.`
    : null;
}
