import { realpath, stat } from 'node:fs/promises';
import { z } from 'zod';
import {
  type ConnectorContext,
  ConnectorFailure,
  type ConnectorPage,
  type ProbeResult,
} from '../../connector.types.ts';
import { readCursor } from '../kit/cursor.ts';
import { LATE_MS, writeCursor } from '../shared/cursor.ts';
import type { FolderSettings } from './settings.ts';
import { recordsOfFile, takeFrom, unreadable } from './trail-file.ts';
import { readFileBelow, walkFolder } from './walk-folder.ts';

const cursorSchema = z.object({
  from: z.number(),
  to: z.number().nullable(),
  /** The last file that was read whole, below the folder. */
  after: z.string().nullable(),
  /** Records of `file`, the one behind it, that were taken. */
  skip: z.number().int().min(0),
  file: z.string().nullable(),
});

/** A file younger than that may still be written. */
const SETTLE_MS = 5_000;

const begin = { to: null, after: null, skip: 0, file: null };

/** @throws ConnectorFailure where there is no such folder. */
async function rootOf({ settings }: ConnectorContext<FolderSettings>): Promise<string> {
  try {
    const root = await realpath(settings.folder);
    if ((await stat(root)).isDirectory()) return root;
  } catch {
    // Said below.
  }
  throw new ConnectorFailure(
    'settings',
    'There is no such folder on this machine, or it may not be read. Check its path and its rights.',
  );
}

export async function fetchFolder(
  context: ConnectorContext<FolderSettings>,
  text: string | null,
): Promise<ConnectorPage> {
  const root = await rootOf(context);
  const start = readCursor(cursorSchema, text) ?? { ...begin, from: 0 };
  const to = start.to ?? Math.max(context.now() - SETTLE_MS, start.from);
  const records: Uint8Array[] = [];
  let at = { ...start, to };
  const more = (): ConnectorPage => ({ records, cursor: writeCursor(at), hasMore: true });
  const { from, after } = start;
  for await (const { path } of walkFolder({ root, from, to, after, signal: context.signal })) {
    if (records.length >= context.batchSize) return more();
    const bytes = await readFileBelow(root, path);
    const found =
      bytes === null
        ? [unreadable(path, 'it is no plain file, may not be read, or is too large')]
        : await recordsOfFile(path, bytes);
    const skip = path === at.file ? at.skip : 0;
    const taken = takeFrom(found, skip, context.batchSize - records.length, records);
    if (taken !== null) {
      at = { ...at, skip: taken, file: path };
      return more();
    }
    at = { ...at, after: path, skip: 0, file: null };
  }
  const next = { ...begin, from: Math.max(from, to - LATE_MS) };
  return { records, cursor: writeCursor(next), hasMore: false };
}

/** More are not counted. */
const MOST_COUNTED = 10_000;

export async function probeFolder(context: ConnectorContext<FolderSettings>): Promise<ProbeResult> {
  const root = await rootOf(context);
  let files = 0;
  const walk = { root, from: 0, to: context.now(), after: null, signal: context.signal };
  for await (const _ of walkFolder(walk)) if (++files >= MOST_COUNTED) break;
  const many = files >= MOST_COUNTED ? 'at least ' : '';
  return {
    text: `The folder can be read; it holds ${many}${files.toLocaleString('en-US')} file${files === 1 ? '' : 's'} of JSON.`,
    version: null,
  };
}
