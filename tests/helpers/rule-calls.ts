/** Calls of detection rules, and events to run them over, for tests. */

import { eventsFolder, openEventStore } from '../../src/main/areas/forensics/events/event-store.ts';
import { fileKeyStore } from '../../src/main/platform/key-store.ts';
import type { EvidenceEvent } from '../../src/shared/areas/forensics/events/event.types.ts';
import type { TestApp } from './open-test-app.ts';

export const ruleText = (id: string, title: string, word: string, more = ''): string =>
  `title: ${title}\nid: ${id}\nlevel: high\ntags:\n  - attack.t1059.001\nlogsource:\n  product: windows\n  category: process_creation\ndetection:\n  selection:\n    CommandLine|contains: ${word}\n  condition: selection\n${more}`;

/** Files as a folder is sent: a JSON line each. */
export const folderOf = (files: Readonly<Record<string, string>>): string =>
  Object.entries(files)
    .map(([path, text]) => `${JSON.stringify({ path, text })}\n`)
    .join('');

export function processEvent(
  at: number,
  commandLine: string,
  more: Partial<EvidenceEvent> = {},
): EvidenceEvent {
  return {
    timeMs: at,
    timeNanos: 0,
    kind: 'process',
    host: 'ws1',
    user: 'ann',
    provider: 'Microsoft-Windows-Sysmon',
    code: '1',
    summary: commandLine,
    fields: {
      Channel: 'Microsoft-Windows-Sysmon/Operational',
      Provider_Name: 'Microsoft-Windows-Sysmon',
      EventID: '1',
      Computer: 'ws1',
      Image: 'C:\\Windows\\System32\\cmd.exe',
      CommandLine: commandLine,
    },
    offset: 4096,
    record: '7',
    ...more,
  };
}

/** Events of one source, as a reader of evidence leaves them. */
export async function keepEvents(
  app: TestApp,
  investigationId: string,
  sourceId: string,
  events: readonly EvidenceEvent[],
): Promise<void> {
  const key = await fileKeyStore.databaseKey(app.dataDir);
  const store = openEventStore({ folder: eventsFolder(app.dataDir), key, investigationId });
  store.addSource({ id: sourceId, name: 'Sysmon.evtx', reader: 'evtx' });
  store.insert(sourceId, events);
  store.finish(sourceId);
  store.close();
}

/** A ZIP in memory; names as they are given, hostile ones too. */
export async function zipOf(files: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const plain = Object.entries(files).map(([name, text], at) => ({
    name,
    safe: `entry-${at}`.padEnd(Buffer.byteLength(name), '-').slice(0, Buffer.byteLength(name)),
    text,
  }));
  for (const { safe, text } of plain) zip.addBuffer(Buffer.from(text), safe);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  let bytes = Buffer.concat(chunks).toString('latin1');
  // The writer refuses names that lead out of the archive: they are put in afterwards, of the same length.
  for (const { name, safe } of plain)
    bytes = bytes.replaceAll(safe, Buffer.from(name).toString('latin1'));
  return Buffer.from(bytes, 'latin1');
}

export async function keptEvents(app: TestApp, investigationId: string) {
  const key = await fileKeyStore.databaseKey(app.dataDir);
  const store = openEventStore({ folder: eventsFolder(app.dataDir), key, investigationId });
  const events = [...store.scan({ sort: 'time' })].flat();
  store.close();
  return events;
}
