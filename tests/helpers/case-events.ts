/** Events of a made-up case in its store, for tests that look at them on the page. */
import { eventsFolder, openEventStore } from '../../src/main/areas/forensics/events/event-store.ts';
import { fileKeyStore } from '../../src/main/platform/key-store.ts';
import type { EvidenceEvent } from '../../src/shared/areas/forensics/events/event.types.ts';

const SECURITY = 'Microsoft-Windows-Security-Auditing';

const plain = (at: number, more: Partial<EvidenceEvent>): EvidenceEvent => ({
  ...{ timeMs: at, timeNanos: 123_400, kind: 'log', host: 'FS-01', user: 'm.okonjo' },
  ...{ provider: 'test', code: '1', summary: '', fields: {}, offset: null, record: null },
  ...more,
});

const started = (at: number, [pid, ppid]: [number, number], image: string): EvidenceEvent =>
  plain(at, {
    ...{ kind: 'process', provider: SECURITY, code: '4688' },
    summary: `Process created: ${image}`,
    fields: {
      ...{ NewProcessId: `0x${pid.toString(16)}`, ProcessId: `0x${ppid.toString(16)}` },
      ...{ NewProcessName: `C:\\Windows\\${image}`, CommandLine: `${image} /c whoami` },
      ...{ SubjectUserName: 'm.okonjo', SubjectDomainName: 'CORP' },
    },
  });

const logon = (at: number, code: string, user: string, from: string): EvidenceEvent =>
  plain(at, {
    ...{ kind: 'logon', provider: SECURITY, code, user, summary: `Logon of ${user} from ${from}` },
    fields: {
      ...{ TargetUserName: user, TargetDomainName: 'CORP', LogonType: '3', IpAddress: from },
      TargetLogonId: `0x${at % 10_000}`,
    },
  });

/** 400 lines, 12 processes and 60 logons around `from`, ms; a second source whose clock is an hour ahead. */
export async function fillCase(dataDir: string, investigationId: string, from: number) {
  const key = await fileKeyStore.databaseKey(dataDir);
  const store = openEventStore({ folder: eventsFolder(dataDir), key, investigationId });
  const lines = Array.from({ length: 400 }, (_, n) =>
    plain(from + n * n * 37, { summary: `Line ${n} of the service`, code: String(n % 7) }),
  );
  const processes = Array.from({ length: 12 }, (_, n) =>
    started(
      from + n * 9_000,
      [500 + n, n < 3 ? 4 : 497 + n],
      n % 3 === 0 ? 'shell.exe' : 'who.exe',
    ),
  );
  const people = ['m.okonjo', 'a.lindt', 'svc-backup$', 'j.tran'];
  const logons = Array.from({ length: 60 }, (_, n) =>
    logon(
      from + n * 20_000,
      n % 5 === 0 ? '4625' : '4624',
      people[n % people.length] ?? 'nobody',
      `203.0.113.${n % 6}`,
    ),
  );
  for (const [id, events] of [
    ['security', [...processes, ...logons]],
    ['service', lines.map((one) => ({ ...one, timeMs: (one.timeMs ?? 0) + 3_600_000 }))],
  ] as const) {
    store.addSource({ id, name: `${id}.evtx`, reader: 'evtx' });
    store.insert(id, events);
    store.finish(id);
  }
  store.close();
}
