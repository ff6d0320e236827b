/**
 * Disk images by The Sleuth Kit: mmls for the partitions, fls for the files of each (a bodyfile, read by
 * our reader), icat for what is worth reading by itself: $MFT, $UsnJrnl:$J, event logs. What icat gives
 * goes to intake as a file inside the image, under its limits. It opens raw, E01, VHD and VHDX images; of
 * E01 the first segment only, since a file is brought alone.
 */
import { parseBodyLine } from '../../../../shared/areas/forensics/bodyfile/body-line.ts';
import { bodyEvents } from '../../../../shared/areas/forensics/bodyfile/file-events.ts';
import { type TextLine, textLines } from '../disk/text-lines.ts';
import type { EvidenceReader } from '../readers/reader.types.ts';
import { runProgram } from './run-program.ts';
import { type ToolRun, textOf, toolReader } from './tool-run.ts';

export interface Volume {
  /** '002', as mmls numbers it; null where the image is one volume. */
  readonly slot: string | null;
  /** In sectors. */
  readonly start: number;
  readonly description: string;
}

interface Inner {
  readonly path: string;
  readonly inode: string;
}

const MAX_VOLUMES = 128;
const MAX_INNER = 300;
const MAX_INNER_BYTES = 2 * 1024 * 1024 * 1024;
const SMALL_OUTPUT = 4 * 1024 * 1024;
const WORTH_READING =
  /^(?:\/p\d+)?\/(?:\$MFT|\$Extend\/\$UsnJrnl:\$J|Windows\/System32\/winevt\/Logs\/[^/]+\.evtx)$/i;

/** Rows of mmls that stand for a volume: those with a slot, not tables and gaps. */
function parseMmls(text: string): Volume[] {
  const volumes: Volume[] = [];
  for (const line of text.split('\n')) {
    const match = /^(\d{1,4}):\s+[\d:]{1,12}\s+(\d{1,19})\s+\d{1,19}\s+\d{1,19}\s+(.{0,200})$/.exec(
      line,
    );
    if (match && volumes.length < MAX_VOLUMES)
      volumes.push({ slot: match[1] ?? '', start: Number(match[2]), description: match[3] ?? '' });
  }
  return volumes;
}

const E01_MAGIC = Buffer.from('455646090d0aff00', 'hex');

/** An E01 image is opened only where its file is named so; by its bytes, not by its name. */
const copyName = (head: Uint8Array): string =>
  E01_MAGIC.equals(head.subarray(0, E01_MAGIC.length)) ? 'evidence.E01' : 'evidence';

export const sleuthkitReader = (dataDir: string): EvidenceReader =>
  toolReader(dataDir, 'sleuthkit', 'sleuthkit', readImage, copyName);

async function readImage(run: ToolRun): Promise<void> {
  const volumes = await volumesOf(run);
  run.sink.fact('volumes', volumes);
  const inner: (Inner & { readonly start: number })[] = [];
  for (const volume of volumes)
    for (const one of await listFiles(run, volume)) inner.push({ ...one, start: volume.start });
  await run.batch.flush();
  for (const one of inner.slice(0, MAX_INNER)) await handOver(run, one);
  if (inner.length > MAX_INNER)
    run.sink.problem({
      what: `more than ${MAX_INNER} files inside are worth reading; the first were`,
      ...{ where: null, isLoss: true },
    });
}

/** An image without a table of partitions is one volume. */
async function volumesOf({ input, folder, paths, evidence, sink }: ToolRun): Promise<Volume[]> {
  const program = runProgram({
    ...{ path: paths[1] ?? '', args: ['-a', evidence], folder, signal: input.signal },
    ...{ maxOutput: SMALL_OUTPUT, maxMs: 60_000 },
  });
  const volumes = parseMmls(await textOf(program.output));
  const { code } = await program.end;
  if (code === 0 && volumes.length > 0) return volumes;
  sink.fact('partitions', 'no table of partitions: read as one volume');
  return [{ slot: null, start: 0, description: 'whole image' }];
}

async function listFiles(run: ToolRun, { slot, start }: Volume): Promise<Inner[]> {
  const inner: Inner[] = [];
  const mount = slot === null ? '/' : `/p${slot}/`;
  const args = ['-r', '-p', '-m', mount, '-o', String(start), run.evidence];
  const take = async ({ text, number, isCut }: TextLine) => {
    const row = isCut ? null : parseBodyLine(text);
    if (row === null) {
      const what = 'fls wrote a line that is none of a bodyfile';
      return run.sink.problem({ what, where: `line ${number}`, isLoss: true });
    }
    if (WORTH_READING.test(row.name)) inner.push({ path: row.name, inode: row.inode });
    for (const event of bodyEvents(row, { offset: 0, line: number }))
      if (run.batch.add({ ...event, provider: 'The Sleuth Kit', offset: null }))
        await run.batch.flush();
  };
  await run.command(run.paths[0] ?? '', args, async (output) => {
    for await (const lines of textLines(output)) for (const line of lines) await take(line);
  });
  return inner;
}

async function handOver(
  run: ToolRun,
  { path, inode, start }: Inner & { readonly start: number },
): Promise<void> {
  if (!/^\d{1,20}(?:-\d{1,10}){0,2}$/.test(inode)) return;
  const args = ['-o', String(start), run.evidence, inode];
  await run.command(
    run.paths[2] ?? '',
    args,
    (output) => run.sink.inner(path.replace(/^\//, ''), output),
    MAX_INNER_BYTES,
  );
}
