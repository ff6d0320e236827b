/** Events as endpoints write them, for whatever is measured over stores of millions. */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { EventStore } from '../../src/main/areas/forensics/events/event-store.types.ts';
import { createRandom, type Random } from '../helpers/random.ts';

export const SPAN_MS = 30 * 86_400_000;
export const START_MS = Date.parse('2026-03-01T00:00:00Z');
export const PROGRAMS = [
  'powershell.exe',
  'cmd.exe',
  'svchost.exe',
  'rundll32.exe',
  'chrome.exe',
  'w3wp.exe',
];
const KINDS = ['process', 'logon', 'network', 'dns', 'file'] as const;

/** Rows such as endpoints write: names that repeat, and ids, command lines and hashes that do not. */
function record(random: Random, place: number, of: number): Record<string, string> {
  const program = random.pick(PROGRAMS);
  const user = `CORP\\user${random.below(400)}`;
  const id = (place * 2_654_435_761) % 4_294_967_296;
  return {
    timestamp: new Date(START_MS + (place / of) * SPAN_MS + random.below(400)).toISOString(),
    host: `WS-${random.below(250)}.corp.example`,
    user,
    EventID: String(1 + random.below(30)),
    Channel: 'Microsoft-Windows-Sysmon/Operational',
    Image: `C:\\Windows\\System32\\${program}`,
    CommandLine: `"C:\\Windows\\System32\\${program}" -s job${random.below(2_000)} -id ${id.toString(36)}`,
    ParentImage: `C:\\Program Files\\Agent\\${random.pick(PROGRAMS)}`,
    ProcessGuid: `{${id.toString(16).padStart(8, '0')}-${random.below(65_536).toString(16)}-1000}`,
    SourceIp: `10.${random.below(8)}.${random.below(250)}.${random.below(250)}`,
    Hashes: `MD5=${(random.below(3_000) * 7_919).toString(16).padStart(32, 'c')}`,
    IntegrityLevel: random.pick(['Low', 'Medium', 'High', 'System']),
  };
}

/** A file of about `size` bytes; answers how many rows it has. */
export function writeLog(path: string, format: 'ndjson' | 'csv', size: number): number {
  const random = createRandom(5);
  const file = openSync(path, 'w');
  let bytes = 0;
  let rows = 0;
  const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  while (bytes < size) {
    const lines: string[] = [];
    if (rows === 0 && format === 'csv') lines.push(Object.keys(record(random, 0, 1)).join(','));
    for (let left = 2_000; left > 0; left--) {
      const made = record(random, rows++, size / 500);
      lines.push(
        format === 'csv' ? Object.values(made).map(quoted).join(',') : JSON.stringify(made),
      );
    }
    bytes += writeSync(file, `${lines.join('\n')}\n`);
  }
  closeSync(file);
  return rows;
}

/** Reads `size` events into one source. */
export function fillStore(store: EventStore, size: number): void {
  const random = createRandom(6);
  store.addSource({ id: 'all', name: 'all.ndjson', reader: 'json' });
  for (let place = 0; place < size; ) {
    const batch = Array.from({ length: 1_000 }, () => {
      const {
        timestamp = '',
        host = '',
        user = '',
        EventID = '',
        ...fields
      } = record(random, place, size);
      place++;
      return {
        ...{ timeMs: Date.parse(timestamp), timeNanos: 0, kind: random.pick(KINDS), host, user },
        ...{
          provider: 'Sysmon',
          code: EventID,
          fields,
          offset: place * 500,
          record: String(place),
        },
        summary: `${user} on ${host}: ${fields.Image}`,
      };
    });
    store.insert('all', batch);
  }
  store.finish('all');
}
