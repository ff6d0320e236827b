/** What the readers that run a program share: finding it, its private copy of the evidence, the receipt. */
import type { EvidenceEvent } from '../../../../shared/areas/forensics/events/event.types.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { EventBatch } from '../disk/event-batch.ts';
import { textLines } from '../disk/text-lines.ts';
import type { EvidenceReader, ReaderInput, ReaderSink } from '../readers/reader.types.ts';
import { probeProgram } from './probe.ts';
import { NOT_FOUND } from './program-paths.ts';
import { type ProgramId, programOf } from './programs.table.ts';
import { type ProgramEnd, runProgram } from './run-program.ts';
import { readToolPaths } from './tool-paths.ts';
import { createWorkFolder } from './work-folder.ts';

/** Raised where what a reader of this kind makes of the same output changes. */
const VERSION = '1';
/** By which the private copy may be named. */
const HEAD_BYTES = 64;
const MAX_MS = 6 * 3_600_000;

export interface ToolRun {
  readonly input: ReaderInput;
  readonly sink: ReaderSink;
  readonly batch: EventBatch;
  /** The private copy of the evidence. */
  readonly evidence: string;
  /** Of the program, for its other files. */
  readonly folder: string;
  /** Of the commands, in the order of the table. */
  readonly paths: readonly string[];
  /** Runs one command; `each` hears its output. Notes command line and end in the receipt. */
  command(
    path: string,
    args: readonly string[],
    each: (output: AsyncIterable<Uint8Array>) => Promise<void>,
    maxOutput?: number,
  ): Promise<ProgramEnd>;
}

const MAX_OUTPUT = 8 * 1024 * 1024 * 1024;

/** Recognises nothing: a program runs because a person chose it. */
export function toolReader(
  dataDir: string,
  id: ProgramId,
  readerId: string,
  work: (run: ToolRun) => Promise<void>,
  nameCopy: (head: Uint8Array) => string = () => 'evidence',
): EvidenceReader {
  const kind = programOf(id);
  return {
    ...{ id: readerId, label: `${kind.label} (program of this machine)`, family: kind.family },
    version: VERSION,
    recognise: () => 0,
    async read(input, sink) {
      const folder = createWorkFolder(dataDir);
      try {
        const { signal } = input;
        const chosen = readToolPaths(dataDir)[id] ?? null;
        const { found, problem } = await probeProgram(kind, chosen, {
          folder: folder.path,
          signal,
        });
        if (!found) throw new AppError('conflict', `${kind.label}: ${problem ?? NOT_FOUND}`);
        sink.fact('tool', { name: kind.label, version: found.version, path: found.paths[0] });
        const evidence = await folder.keep(nameCopy(headOf(input)), input.size, input.bytes());
        const batch = new EventBatch(sink);
        const commands: { line: string; code: number | null }[] = [];
        await work({
          ...{ input, sink, batch, evidence, folder: folder.path, paths: found.paths },
          async command(path, args, each, maxOutput = MAX_OUTPUT) {
            const run = runProgram({
              path,
              args,
              folder: folder.path,
              signal,
              maxOutput,
              maxMs: MAX_MS,
            });
            await each(run.output);
            const end = await run.end;
            signal.throwIfAborted();
            commands.push({ line: [path, ...args].map(quoted).join(' '), code: end.code });
            tell(sink, path, end);
            return end;
          },
        });
        await batch.flush();
        sink.fact('commands', commands);
        sink.reached(input.size);
      } finally {
        folder.remove();
      }
    },
  };
}

function headOf(input: ReaderInput): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES);
  const bytes = input.random();
  try {
    return head.subarray(0, bytes.read(0, head));
  } finally {
    bytes.close();
  }
}

/** What a program said of its troubles is part of the receipt. */
function tell(sink: ReaderSink, path: string, { code, complaints, stopped }: ProgramEnd): void {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  if (stopped !== null)
    sink.problem({ what: `${name} was ended: ${stopped}`, where: null, isLoss: true });
  else if (code !== 0)
    sink.problem({
      what: `${name} ended with an error`,
      where: complaints.trim().slice(0, 500) || `code ${code}`,
      isLoss: true,
    });
}

/** For reading; nothing is ever run from this text. */
const quoted = (word: string): string =>
  /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** Events of an output with one JSON object a line; empty lines are passed over. */
export async function takeLines(
  { batch, sink }: Pick<ToolRun, 'batch' | 'sink'>,
  output: AsyncIterable<Uint8Array>,
  who: string,
  parse: (text: string, number: number) => EvidenceEvent | 'skip' | null,
): Promise<void> {
  for await (const lines of textLines(output))
    for (const { text, number } of lines) {
      const event = text === '' ? 'skip' : parse(text, number);
      if (event === 'skip') continue;
      if (event === null)
        sink.problem({
          what: `a line of ${who} cannot be read`,
          ...{ where: `line ${number}`, isLoss: true },
        });
      else if (batch.add(event)) await batch.flush();
    }
}

export async function textOf(output: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const bytes of output) parts.push(bytes);
  return Buffer.concat(parts).toString('utf8');
}
