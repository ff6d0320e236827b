/**
 * A timeline by plaso: log2timeline into a private storage file, psort out of it as JSON lines, one
 * object an event with `timestamp` in microseconds. Held to a stand-in program in tests.
 */
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EvidenceEvent } from '../../../../shared/areas/forensics/events/event.types.ts';
import type { EvidenceReader } from '../readers/reader.types.ts';
import { takeLines, textOf, toolReader } from './tool-run.ts';

const LOG_OUTPUT = 16 * 1024 * 1024;
const MAX_FIELDS = 100;
const MAX_VALUE = 4_000;

export const plasoReader = (dataDir: string): EvidenceReader =>
  toolReader(dataDir, 'plaso', 'plaso', async (run) => {
    const { command, paths, evidence, folder, sink } = run;
    const storage = join(folder, 'timeline.plaso');
    const make = ['--unattended', '--status_view', 'none', '--storage_file', storage, evidence];
    await command(paths[0] ?? '', make, async (output) => void (await textOf(output)), LOG_OUTPUT);
    const rows = join(folder, 'rows.jsonl');
    const sort = ['--unattended', '--status_view', 'none', '-o', 'json_line', '-w', rows, storage];
    await command(paths[1] ?? '', sort, async (output) => void (await textOf(output)), LOG_OUTPUT);
    if (!existsSync(rows)) {
      sink.problem({ what: 'psort wrote no events', where: null, isLoss: true });
      return;
    }
    await takeLines(run, createReadStream(rows), 'psort', plasoEvent);
  });

/** @returns null where it is no object. */
function plasoEvent(line: string, number: number): EvidenceEvent | null {
  let row: Record<string, unknown>;
  try {
    const parsed: unknown = JSON.parse(line);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null;
    row = parsed as Record<string, unknown>;
  } catch {
    return null;
  }
  const text = (name: string) => (typeof row[name] === 'string' ? (row[name] as string) : null);
  const micros = typeof row.timestamp === 'number' && row.timestamp !== 0 ? row.timestamp : null;
  const ms = micros === null ? null : Math.floor(micros / 1000);
  const isTime = ms !== null && Math.abs(ms) < 8.64e15;
  const type = text('data_type') ?? '';
  return {
    timeMs: isTime ? ms : null,
    timeNanos: isTime && micros !== null ? (micros - ms * 1000) * 1000 : 0,
    kind: type.startsWith('fs:')
      ? 'file'
      : type.startsWith('windows:registry')
        ? 'registry'
        : 'log',
    host: text('hostname') ?? text('computer_name'),
    user: text('username'),
    provider: text('parser') ?? 'plaso',
    code: text('timestamp_desc'),
    summary: (text('message') ?? type).slice(0, 1_000),
    fields: fieldsOf(row),
    offset: null,
    record: `line ${number}`,
  };
}

function fieldsOf(row: Record<string, unknown>): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(row).slice(0, MAX_FIELDS)) {
    if (value === null || name.startsWith('__')) continue;
    const written = typeof value === 'object' ? JSON.stringify(value) : String(value);
    fields[name.slice(0, 100)] = written.slice(0, MAX_VALUE);
  }
  return fields;
}
