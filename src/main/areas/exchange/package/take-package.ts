/**
 * Takes a package of a case over: all of it in one transaction, or nothing. Files of evidence are on trial
 * in the store until their rows are there.
 *
 * Grants nobody anything: accounts that rows name and that are not here come as deactivated ones without
 * a password, so that names stay readable.
 */
import { AppError } from '../../../../shared/contract/errors.ts';
import type { Caller, WriteTx } from '../../../db/write-door.ts';
import type { JobContext } from '../../../jobs/job.ts';
import type { BlobStore } from '../../../platform/blob-store.ts';
import type { AlertPort } from '../alert-port.types.ts';
import type { ImportInput } from '../import.jobs.ts';
import { NO_DETAILS, type ReceiptEnd } from '../receipts.store.ts';
import { hasPerson, type Person } from './case-rows.store.ts';
import { CASE_TABLE_NAMES, CASE_TABLES, type CarriedRow, type CaseTable } from './case-tables.ts';
import { CUSTODY_TABLE } from './manifest.ts';
import type { TakePackage } from './package.types.ts';
import { type PackageContent, readContent, type Standing, standingOf } from './package-content.ts';
import { type OpenPackage, openPackage } from './read-package.ts';
import { unseal } from './sealed.ts';

export interface TakePackageDeps {
  readonly alerts: AlertPort;
  readonly openEvidence: (context: JobContext) => BlobStore;
  /** A deactivated account without a password. */
  readonly addPerson: (tx: WriteTx, person: Person) => void;
  readonly custody: (context: JobContext) => {
    /** An entry of another workspace, sealed by this one's key. */
    adopt(tx: WriteTx, entry: CarriedRow): void;
    noteArrival(tx: WriteTx, evidenceId: string, details: Readonly<Record<string, unknown>>): void;
  };
}

export function createPackageTaker(deps: TakePackageDeps): TakePackage {
  return async ({ input, context, files, isSealed }) => {
    if (isSealed && input.password === null) return waitsForPassword(input);
    const sha256 = isSealed ? await unsealed(input, context, files) : input.sha256;
    const bytes = files.bytes(sha256);
    let opened: OpenPackage | null = null;
    try {
      opened = await openPackage(bytes, context.signal);
      return await takeOver(opened, { input, context, deps, isSealed });
    } finally {
      opened?.close();
      bytes.close();
      if (isSealed) files.drop(sha256);
    }
  };
}

function waitsForPassword({ isTaking }: ImportInput): ReceiptEnd {
  if (isTaking) throw new AppError('bad-input', 'Password is required');
  return {
    state: 'READY',
    format: 'package',
    details: {
      ...NO_DETAILS,
      isSealed: true,
      notes: ['Sealed: what is in it is read once its password is given'],
    },
  };
}

async function unsealed(
  { sha256, password }: ImportInput,
  { signal }: JobContext,
  files: BlobStore,
): Promise<string> {
  const plain = unseal(files.read(sha256), password ?? '');
  return (await files.put(plain, { signal, onTrial: true })).sha256;
}

interface Taking {
  readonly input: ImportInput;
  readonly context: JobContext;
  readonly deps: TakePackageDeps;
  readonly isSealed: boolean;
}

async function takeOver(opened: OpenPackage, taking: Taking): Promise<ReceiptEnd> {
  const { context, deps, input } = taking;
  const content = await readContent(opened, deps.alerts);
  const standing = context.db.read('exchange.standing', (reader) => standingOf(reader, content));
  const evidence = await checkedEvidence(opened, taking);
  try {
    if (input.isTaking) {
      if (!input.mayTakePackages)
        throw new AppError('forbidden', 'Packages are taken over by administrators only');
      refuseConflicts(standing);
      write(content, standing, taking);
      for (const sha256 of evidence) deps.openEvidence(context).keep(sha256);
    }
  } finally {
    // What was kept is no longer on trial: this takes back the rest.
    for (const sha256 of evidence) deps.openEvidence(context).drop(sha256);
  }
  return endOf(opened, content, standing, taking);
}

function refuseConflicts({ conflicts }: Standing): void {
  const n = conflicts.total;
  if (n > 0)
    throw new AppError(
      'conflict',
      `${n === 1 ? 'One record is' : `${n} records are`} here with other content. Nothing was taken over.`,
    );
}

/** Reads every file of evidence, and puts it into the store on trial where it is taken over. */
async function checkedEvidence(
  opened: OpenPackage,
  { context, deps, input }: Taking,
): Promise<string[]> {
  const store = deps.openEvidence(context);
  const put: string[] = [];
  let done = 0;
  const files = opened.manifest.files.filter(({ rows }) => rows === null);
  const total = files.reduce((n, { size }) => n + size, 0);
  for (const file of files) {
    const expectedSha256 = file.path.slice('evidence/'.length);
    if (expectedSha256 !== file.sha256)
      throw new AppError(
        'bad-input',
        'A file of evidence bears another SHA-256. Nothing was taken over.',
      );
    async function* counted() {
      for await (const piece of opened.bytes(file)) {
        done += piece.byteLength;
        context.report({ done, total, message: 'Files of evidence' });
        yield piece;
      }
    }
    if (input.isTaking) {
      const { signal } = context;
      put.push((await store.put(counted(), { expectedSha256, onTrial: true, signal })).sha256);
    } else for await (const _ of counted());
  }
  return put;
}

function write(content: PackageContent, standing: Standing, { context, deps, input }: Taking) {
  const caller: Caller = {
    ...{ actor: context.startedBy, origin: 'user', action: 'exchange.takePackage' },
    reason: `Taken over from ${input.fileName}`,
  };
  const custody = deps.custody(context);
  context.db.write(caller, (tx) => {
    for (const person of content.people) if (!hasPerson(tx, person.id)) deps.addPerson(tx, person);
    const added = deps.alerts.insert(tx, standing.alerts);
    if (added !== standing.alerts.length)
      throw new AppError(
        'conflict',
        `${standing.alerts.length - added} of the alerts are here under another id. Nothing was taken over.`,
      );
    for (const name of CASE_TABLE_NAMES)
      for (const row of standing.tables.get(name) ?? [])
        if (name === CUSTODY_TABLE) custody.adopt(tx, row);
        else tx.insert(CASE_TABLES[name], { ...row, ...ofCase(name, content) } as never);
    for (const { id } of standing.tables.get('evidence') ?? [])
      custody.noteArrival(tx, id, { package: input.sha256, file: input.fileName });
  });
}

/** Rows that their workspace knew by other rows to be of the case. */
function ofCase(name: CaseTable, { tables }: PackageContent): { investigationId?: string | null } {
  if (name !== 'evidence' && name !== 'indicator_relations') return {};
  return { investigationId: tables.get('forensic_investigations')?.[0]?.id ?? null };
}

function endOf(
  { manifest }: OpenPackage,
  { rows, people }: PackageContent,
  { fresh, same, conflicts }: Standing,
  { input, isSealed }: Taking,
): ReceiptEnd {
  return {
    state: input.isTaking ? 'DONE' : 'READY',
    format: 'package',
    counts: { read: rows, kept: fresh, merged: same, rejected: conflicts.total },
    details: {
      ...NO_DETAILS,
      isSealed,
      conflicts: conflicts.list(),
      losses: [
        { what: 'history of records, of the workspace it came from', n: 1, first: null },
        { what: 'sightings of indicators, which a sweep finds again', n: 1, first: null },
      ],
      notes: [
        `Investigation: ${manifest.investigation.title}`,
        `Made ${manifest.createdAt} by ${manifest.product}`,
        `Content ${manifest.contentSha256}`,
        `Accounts it names: ${people.length}; those not here come deactivated, without a password`,
        'Events of the case are read again from its evidence files',
      ],
    },
    precision: 'ms',
  };
}
