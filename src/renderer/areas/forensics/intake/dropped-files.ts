/** Files out of a drop or a chosen folder, with the folders they were in. */

export interface NamedFile {
  readonly file: File;
  /** With its folders; for showing. */
  readonly path: string;
}

/** A folder of hostile depth or number is taken so far. */
const MOST_FILES = 5_000;
const MOST_DEPTH = 32;

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)));

const batchOf = (reader: FileSystemDirectoryReader) =>
  new Promise<readonly FileSystemEntry[]>((resolve) =>
    reader.readEntries(resolve, () => resolve([])),
  );

async function walk(entry: FileSystemEntry, found: NamedFile[], depth: number): Promise<void> {
  if (found.length >= MOST_FILES || depth > MOST_DEPTH) return;
  if (entry.isFile) {
    const file = await fileOf(entry as FileSystemFileEntry);
    if (file) found.push({ file, path: entry.fullPath.replace(/^\/+/, '') });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (let batch = await batchOf(reader); batch.length > 0; batch = await batchOf(reader))
    for (const inner of batch) await walk(inner, found, depth + 1);
}

/** Called during the drop: what was dropped is gone afterwards. */
export async function droppedFiles(
  files: readonly File[],
  transfer: DataTransfer | null,
): Promise<readonly NamedFile[]> {
  const entries = [...(transfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (!entries.some(({ isDirectory }) => isDirectory))
    return files.map((file) => ({ file, path: file.name }));
  const found: NamedFile[] = [];
  for (const entry of entries) await walk(entry, found, 0);
  return found;
}

export const folderFiles = (files: readonly File[]): readonly NamedFile[] =>
  files.slice(0, MOST_FILES).map((file) => ({
    file,
    path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
  }));
