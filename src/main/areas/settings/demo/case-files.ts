/** Files that an investigation of the demo was brought: evidence with its custody, read, with events taken into the case. */
import { MINUTE_MS } from '../../../../shared/kernel/time.ts';
import { promotedEventsTable } from '../../../db/tables/event-times.table.ts';
import { evidenceTable } from '../../../db/tables/evidence.table.ts';
import { forensicSessionsTable } from '../../../db/tables/forensics.table.ts';
import { insertEndedRuleRun } from './case-files.store.ts';
import { databaseSyslog, type StoryLogs, webAccessLog, webAuditLog } from './case-logs.ts';
import { createCompany } from './company.ts';
import type { DemoContent } from './demo-content.ts';
import { itemAt } from './random.ts';
import { byPerson, spanMs, type World } from './world.ts';

/** The story whose machines gave their logs. */
const STORY = 'web-server';
/** Who brings a file looks at it for so long before the next step. */
const READ_MS = 4_000;

interface CaseMark {
  /** Words of the event, as they are typed to find it; the first by time is meant. */
  readonly words: string;
  readonly note: string;
  readonly technique: string;
}

export interface CaseFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** When it was brought. */
  readonly takenAt: number;
  /** Events of it that belong to the case. */
  readonly marks: readonly CaseMark[];
}

export interface DemoCase {
  readonly incident: string;
  readonly files: readonly CaseFile[];
}

/** What reading a file gave: columns of its row in `forensic_sessions`, and of events taken into the case. */
export interface ReadCaseFile extends CaseFile {
  readonly sessionId: string;
  readonly evidenceId: string;
  readonly sha256: string;
  readonly outcome: {
    readonly status: string;
    readonly toolName: string;
    readonly toolType: string;
    readonly toolVersion: string | null;
    readonly detected: string;
    readonly events: number;
    readonly results: unknown;
    readonly receipt: unknown;
    readonly problem: string | null;
  };
  readonly promoted: readonly {
    readonly id: string;
    readonly eventId: string;
    readonly timeMs: number | null;
    readonly timeNanos: number;
    readonly kind: string;
    readonly summary: string;
    readonly event: unknown;
    readonly note: string;
    readonly technique: string;
  }[];
}

/** Read before the demo is written, since readers take their time; wired in `main/app`. */
export interface ReadCase {
  readonly incident: string;
  readonly investigationId: string;
  readonly files: readonly ReadCaseFile[];
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

const MARKS: Readonly<Record<'access' | 'audit' | 'database', readonly CaseMark[]>> = {
  access: [
    {
      words: '/track?doc=',
      note: 'The encoded path passed the proxy: the settings of the portal were read.',
      technique: 'T1190',
    },
    {
      words: '"POST /img/.thumb.php"',
      note: 'First call of the added page.',
      technique: 'T1505.003',
    },
  ],
  audit: [
    {
      words: '"uname -a"',
      note: 'A shell, started by the process that serves the portal.',
      technique: 'T1059.004',
    },
    {
      words: '203.0.113.201',
      note: 'The web server connects out, four minutes after the page was there.',
      technique: 'T1571',
    },
    {
      words: '"t.example.org"',
      note: 'First of the long names that carried data out.',
      technique: 'T1048.003',
    },
  ],
  database: [
    {
      words: '"Accepted publickey for deploy"',
      note: 'The deployment key lay readable on WEB-02.',
      technique: 'T1021.004',
    },
    {
      words: '"COPY customers"',
      note: 'The customer table, read in full outside office hours.',
      technique: 'T1213.006',
    },
  ],
};

export function makeDemoCase({ company: about, stories }: DemoContent, now: number): DemoCase {
  const story = itemAt(
    stories.filter(({ key }) => key === STORY),
    0,
  );
  const company = createCompany(about);
  const ago = (span: string) => now - spanMs(span);
  const logs: StoryLogs = {
    ...{ now, ago, steps: story.steps },
    address: (host) => itemAt(company.hosts(host), 0).ip,
    customers: company.peers('internet'),
  };
  const first = ago(story.started) + 21 * MINUTE_MS;
  const later = ago('2d22h');
  const file = (name: string, text: string, at: number, marks: readonly CaseMark[]): CaseFile => ({
    ...{ name, bytes: bytesOf(text), takenAt: at, marks },
  });
  return {
    incident: story.incident,
    files: [
      file('WEB-02/access.log', webAccessLog(logs, first), first, MARKS.access),
      file('WEB-02/audit.log', webAuditLog(logs, later), later, MARKS.audit),
      file('DB-01/syslog', databaseSyslog(logs, later), later + MINUTE_MS, MARKS.database),
    ],
  };
}

export function addCaseFilesToPast(
  world: World,
  { title, by }: { readonly title: string; readonly by: string },
  { investigationId, files }: ReadCase,
): void {
  const actor = world.desk(by);
  for (const file of files) addFile(world, file, { investigationId, title, actor });
  const startedAt = Math.max(...files.map(({ takenAt }) => takenAt)) + 20 * MINUTE_MS;
  const endedAt = startedAt + READ_MS;
  world.past.add(endedAt, byPerson(actor, 'rules.run'), (tx) =>
    insertEndedRuleRun(tx, { id: world.newId(), investigationId, actor, startedAt, endedAt }),
  );
}

function addFile(
  world: World,
  file: ReadCaseFile,
  { investigationId, title, actor }: { investigationId: string; title: string; actor: string },
): void {
  const { name, sha256, evidenceId, sessionId, takenAt: at, outcome } = file;
  const size = file.bytes.byteLength;
  const source = `Investigation: ${title}`;
  world.past.add(at, byPerson(actor, 'forensics.addFile'), (tx) => {
    tx.insert(evidenceTable, {
      ...{ id: evidenceId, title: name, type: 'LOG', seriesId: evidenceId, investigationId },
      description: `Taken in for the investigation '${title}'.`,
      ...{ collectedBy: actor, collectionDate: at, receivedAt: at, source },
      ...{ sha256, sizeBytes: size, fileName: name, mediaType: 'text/plain' },
      ...{ createdAt: at, updatedAt: at },
    });
    tx.insert(forensicSessionsTable, {
      ...{ id: sessionId, investigationId, evidenceId, fileName: name, sizeBytes: size, sha256 },
      ...{ toolName: 'Intake', toolType: 'none', status: 'QUEUED' },
      ...{ startedAt: at, createdBy: actor },
    });
    const { note } = world.evidence;
    const collected = { collector: 'manual', source, file: name };
    note(tx, evidenceId, 'COLLECTED', { actor, details: collected });
    note(tx, evidenceId, 'STORED', { actor, details: { bytes: size } });
    const details = { investigation: { id: investigationId, title }, session: sessionId };
    note(tx, evidenceId, 'TAKEN_IN', { actor, details });
  });
  const readBy = { actor, origin: 'job', action: 'forensics.read', reason: null } as const;
  world.past.add(at + READ_MS, readBy, (tx) =>
    tx.update(forensicSessionsTable, sessionId, { ...outcome, completedAt: at + READ_MS }),
  );
  file.promoted.forEach((event, index) => {
    const promotedAt = at + READ_MS + (index + 2) * MINUTE_MS;
    world.past.add(promotedAt, byPerson(actor, 'forensics.promote'), (tx) =>
      tx.insert(promotedEventsTable, {
        ...{ ...event, investigationId, sourceId: sessionId, sourceName: name },
        ...{ promotedBy: actor, promotedAt },
      }),
    );
  });
}
