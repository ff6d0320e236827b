/**
 * A case as a package of our own: rows of every synced table it has, alerts with their records, files of
 * evidence, and a manifest with the SHA-256 of each. Sealed where a password was given.
 */
import { AppError } from '../../../../shared/contract/errors.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { JobContext } from '../../../jobs/job.ts';
import type { BlobStore } from '../../../platform/blob-store.ts';
import type { Making } from '../export.jobs.ts';
import { type CaseRows, peopleRows, readCaseRows } from './case-rows.store.ts';
import { ALERTS_TABLE, type CaseTable, carriedRow, peopleIn } from './case-tables.ts';
import {
  ALERTS,
  contentSha256,
  evidencePath,
  LIMITS,
  type Manifest,
  PACKAGE_FORMAT,
  PACKAGE_VERSION,
  PEOPLE,
  rowsPath,
} from './manifest.ts';
import type { PackageWriter } from './package.types.ts';
import { PackageZip } from './package-zip.ts';
import { seal } from './sealed.ts';

export interface WritePackageDeps {
  readonly product: string;
  readonly openEvidence: (context: JobContext) => BlobStore;
  /** Says in the chain of custody that a piece of evidence left. */
  readonly noteExport: (
    context: JobContext,
  ) => (tx: WriteTx, evidenceId: string, details: Readonly<Record<string, unknown>>) => void;
}

const ALERTS_AT_ONCE = 250;
const lineOf = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);

export function createPackageWriter(deps: WritePackageDeps): PackageWriter {
  return async function* write(making) {
    const { password } = making.input;
    if (password === null) yield* zipOf(making, deps);
    else yield* seal(zipOf(making, deps), password);
  };
}

async function* zipOf(making: Making, deps: WritePackageDeps): AsyncGenerator<Uint8Array> {
  const { context, input } = making;
  const { subject } = input;
  if (subject.type !== 'investigation')
    throw new AppError('bad-input', 'Only an investigation leaves as a package');
  const found = context.db.read('exchange.package', (reader) => readCaseRows(reader, subject.id));
  if (!found) throw new AppError('not-found', 'This investigation does not exist any more');
  if (found.seqs.length > LIMITS.alerts)
    throw new AppError(
      'bad-input',
      `This case has more than the ${LIMITS.alerts.toLocaleString('en')} alerts of a package. Back up the workspace instead.`,
    );
  const { ZipFile } = await import('yazl');
  const zip = new PackageZip(new ZipFile(), context.signal);
  const people = new Set<string>();
  addTables(zip, found, { making, people });
  addAlerts(zip, found, { making, people });
  addPeople(zip, { making, people });
  addEvidence(zip, found, { making, deps });
  making.notes.push('Events of the case are read again from its evidence files');
  making.losses.add('history of records, of this workspace alone');
  making.losses.add('sightings of indicators, which a sweep finds again');
  yield* zip.stream((files) => {
    const manifest: Manifest = {
      ...{ format: PACKAGE_FORMAT, formatVersion: PACKAGE_VERSION, kind: 'case' },
      ...{ product: deps.product, createdAt: toIso(context.clock.now()) },
      investigation: { id: subject.id, title: found.title.slice(0, 1_000) },
      files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      contentSha256: contentSha256(files),
    };
    making.notes.push(`Content ${manifest.contentSha256}`);
    return `${JSON.stringify(manifest, null, 2)}\n`;
  });
  noteExports(found, { making, deps });
}

interface Adding {
  readonly making: Making;
  readonly people: Set<string>;
}

function addTables(zip: PackageZip, { tables }: CaseRows, { making, people }: Adding): void {
  for (const [name, rows] of tables) {
    for (const row of rows) for (const id of peopleIn(row)) people.add(id);
    making.read += rows.length;
    making.kept += rows.length;
    zip.add(
      rowsPath(name),
      () => rows.map(lineOf),
      () => rows.length,
    );
  }
}

function addAlerts(zip: PackageZip, { seqs }: CaseRows, { making, people }: Adding): void {
  const { context, deps, losses } = making;
  let n = 0;
  async function* lines() {
    for (let at = 0; at < seqs.length; at += ALERTS_AT_ONCE) {
      const records = context.db.read('exchange.packageAlerts', (reader) =>
        deps.alerts.bySeq(reader, seqs.slice(at, at + ALERTS_AT_ONCE), true),
      );
      n += records.length;
      context.report({ done: n, total: seqs.length, message: null });
      for (const { row, raw } of records) {
        if (row.suppressedBy !== null)
          losses.add('hiding by a rule of suppression, which is of one workspace', row.id);
        for (const id of peopleIn(row)) people.add(id);
        yield lineOf({
          row: carriedRow(ALERTS_TABLE, { ...row, suppressedBy: null }),
          raw: raw && {
            format: raw.format,
            base64: Buffer.from(raw.bytes).toString('base64'),
          },
        });
      }
    }
    making.read += n;
    making.kept += n;
  }
  zip.add(ALERTS, lines, () => n);
}

/** After the alerts: whoever they name is known by then. */
function addPeople(zip: PackageZip, { making, people }: Adding): void {
  let n = 0;
  zip.add(
    PEOPLE,
    () => {
      const rows = making.context.db.read('exchange.people', (reader) =>
        peopleRows(reader, [...people].sort()),
      );
      n = rows.length;
      return rows.map(lineOf);
    },
    () => n,
  );
}

interface WithDeps {
  readonly making: Making;
  readonly deps: WritePackageDeps;
}

const evidenceRows = ({ tables }: CaseRows) => tables.get('evidence' satisfies CaseTable) ?? [];

function addEvidence(zip: PackageZip, found: CaseRows, { making, deps }: WithDeps): void {
  const files = deps.openEvidence(making.context);
  const hashes = new Set(
    evidenceRows(found).flatMap(({ sha256 }) => (typeof sha256 === 'string' ? sha256 : [])),
  );
  for (const sha256 of [...hashes].sort())
    if (files.has(sha256)) zip.add(evidencePath(sha256), () => files.read(sha256), null);
    else making.losses.add('file of evidence that is not in the store of this workspace', sha256);
}

/** Chains in the package are as they were before. */
function noteExports(found: CaseRows, { making, deps }: WithDeps): void {
  const { context, input } = making;
  const note = deps.noteExport(context);
  const caller = { actor: context.startedBy, origin: 'user', action: 'exchange.export' } as const;
  context.db.write(caller, (tx) => {
    for (const { id } of evidenceRows(found)) note(tx, id, { package: input.receiptId });
  });
}
