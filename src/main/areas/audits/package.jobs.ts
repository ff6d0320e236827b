import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import { auditPackagesTable } from '../../db/tables/audit-reports.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { JobContext, JobFunction } from '../../jobs/job.ts';
import { findAppRoot } from '../../platform/app-root.ts';
import { type BlobStore, createBlobStore } from '../../platform/blob-store.ts';
import { readNames } from './audit-people.store.ts';
import {
  auditLogHead,
  listReports,
  markPackageReady,
  nextPackageNumber,
  type ReportRow,
  readCustody,
} from './package.store.ts';
import {
  CHECKPOINT,
  type Checkpoint,
  CUSTODY,
  type CustodyHead,
  custodyHeadsSha256,
  jsonBytes,
  MANIFEST,
  type Manifest,
  manifestEvidence,
  SIGNATURE,
  type SignatureFile,
  sha256Of,
} from './package-manifest.ts';
import { packagePathOf, safeName } from './package-paths.ts';
import { packageReadme } from './package-readme.ts';
import { createPackageZip, type PackageZip } from './package-zip.ts';
import { auditFilesFolder, dataDirOf, keepOrDrop } from './report.jobs.ts';
import { readReportContent } from './report-content.store.ts';
import type { ReadProofs, ReportContent, ReportEvidence } from './report-content.ts';
import { openSigner, type Signer } from './signing.store.ts';

const packageInputSchema = z.object({
  auditId: z.string(),
  packageId: z.string(),
  version: z.string(),
});
export type PackageInput = z.infer<typeof packageInputSchema>;

/** Of the areas compliance and evidence, handed over in the wiring. */
export interface PackageJobDeps {
  readonly readProofs: ReadProofs;
  /** The folder of the evidence's files, within the data folder. */
  readonly evidenceFolder: string;
  /** Says in the chain of custody that a piece of evidence left in a package. */
  readonly noteExport: (databaseKey: Uint8Array) => NoteExport;
}
export type NoteExport = (
  tx: WriteTx,
  evidenceId: string,
  note: { actor: string | null; details: Readonly<Record<string, unknown>> },
) => void;

/** Entries of custody a transaction: a click comes through between two. */
const NOTES_A_WRITE = 200;

interface Plan {
  readonly input: PackageInput;
  readonly content: ReportContent;
  readonly reports: readonly ReportRow[];
  readonly number: number;
  readonly author: string | null;
  readonly now: number;
  readonly signer: Signer;
  readonly names: ReadonlyMap<string, string>;
  readonly deps: PackageJobDeps;
}

interface Placed {
  readonly item: ReportEvidence;
  readonly path: string | null;
  readonly absent: string | null;
}

/** Where each piece of evidence lies in the package, or why it does not. */
function place(item: ReportEvidence, evidence: BlobStore): Placed {
  const path = packagePathOf(item);
  if (path === null || item.sha256 === null) {
    const absent = item.keptAt === null ? 'It has no file.' : `It is kept at ${item.keptAt}`;
    return { item, path: null, absent };
  }
  if (evidence.has(item.sha256)) return { item, path, absent: null };
  return {
    item,
    path: null,
    absent: 'Its file is not on this workstation: fetch it before the package is made.',
  };
}

/**
 * Makes the package of an audit. The ZIP file is streamed into the encrypted store, which puts it in
 * its place only when it is whole and read back; then its row is written. Memory does not grow with
 * the evidence. Cut off half-way, nothing is left: the file is on trial until its row is there (the
 * store tidies up at the next start).
 */
export function createAuditPackageJob(deps: PackageJobDeps): JobFunction {
  const { readProofs } = deps;
  return async (rawInput, context) => {
    const input = packageInputSchema.parse(rawInput);
    const { db, clock, startedBy, storage } = context;
    const now = clock.now();
    const plan = db.read('audits.packageContent', (reader): Omit<Plan, 'signer'> => {
      const { auditId } = input;
      const reports = listReports(reader, auditId);
      const { opinion = null, conclusion = null } = reports[0] ?? {};
      const names = readNames(reader);
      return {
        ...{ input, reports, now, names, deps },
        content: readReportContent(reader, { auditId, opinion, conclusion, now, readProofs }),
        number: nextPackageNumber(reader, auditId),
        author: startedBy === null ? null : (names.get(startedBy) ?? null),
      };
    });
    return makePackage({ ...plan, signer: openSigner(db, storage.key) }, context);
  };
}

async function makePackage(plan: Plan, context: JobContext) {
  const { input, content, number, signer } = plan;
  const { db, signal, startedBy, storage } = context;
  const evidence = createBlobStore(join(dataDirOf(context), plan.deps.evidenceFolder), storage.key);
  const files = createBlobStore(auditFilesFolder(dataDirOf(context)), storage.key);
  const placed = content.evidence.map((item) => place(item, evidence));
  const total =
    plan.reports.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) +
    placed.reduce((sum, { item, path }) => sum + (path === null ? 0 : (item.sizeBytes ?? 0)), 0);
  const zip = await createPackageZip({
    at: plan.now,
    signal,
    onBytes: (done) => context.report({ done, total, message: null }),
  });
  for (const { item, path } of placed) {
    if (path === null || item.sha256 === null || item.sizeBytes === null) continue;
    const { sha256, sizeBytes: size } = item;
    zip.add({ path, size, sha256, role: 'evidence' }, () =>
      named(item.title, evidence.read(sha256)),
    );
  }
  for (const { fileName, sizeBytes: size, sha256 } of plan.reports) {
    const path = `reports/${safeName(fileName)}`;
    zip.add({ path, size, sha256, role: 'report' }, () => files.read(sha256));
  }
  addRecords(zip, content);
  await addHelp(zip, plan, placed);
  const heads = new Map<string, CustodyHead>();
  zip.addText(CUSTODY, 'custody', () => custodyLines(plan, context, { placed, heads }));
  let manifestSha256 = '';
  zip.addLast(() => {
    const manifest = manifestOf(plan, placed, { files: zip.files(), heads });
    const bytes = jsonBytes(manifest);
    manifestSha256 = sha256Of(bytes);
    return [{ path: MANIFEST, bytes }, ...signed(plan, manifest, { manifestSha256, context })];
  });
  const stored = await files.put(zip.stream(), { signal, onTrial: true });
  const fileName = `${safeName(content.audit.title)}-package-${number}.zip`;
  const row = {
    ...{ id: input.packageId, auditId: input.auditId, number, fileName },
    ...{ sha256: stored.sha256, sizeBytes: stored.size, manifestSha256 },
    fileCount: zip.files().length + 3,
    evidenceCount: placed.length,
    absentCount: placed.filter(({ path }) => path === null).length,
    fingerprint: signer.fingerprint,
    createdBy: startedBy,
  };
  keepOrDrop(files, stored.sha256, () =>
    db.write({ actor: startedBy, origin: 'user', action: 'audits.makePackage' }, (tx) => {
      tx.insert(auditPackagesTable, { ...row, createdAt: tx.now });
      markPackageReady(tx, input.auditId);
    }),
  );
  noteExports(plan, context, placed);
  return { packageId: input.packageId, number, sha256: stored.sha256 };
}

/** Says which piece of evidence could not be read. */
async function* named(
  title: string,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, `Evidence "${title}": ${error.message}`, { cause: error });
  }
}

/** Every file that left says so in its chain; the package holds the chains as they were before. */
function noteExports(plan: Plan, context: JobContext, placed: readonly Placed[]): void {
  const { db, startedBy: actor, storage } = context;
  const note = plan.deps.noteExport(storage.key);
  const { packageId } = plan.input;
  const details = { packageId, package: plan.number, auditId: plan.input.auditId };
  const left = placed.filter(({ path }) => path !== null);
  for (let at = 0; at < left.length; at += NOTES_A_WRITE) {
    db.write({ actor, origin: 'user', action: 'audits.makePackage' }, (tx) => {
      for (const { item } of left.slice(at, at + NOTES_A_WRITE))
        note(tx, item.id, { actor, details });
    });
  }
}

function addRecords(zip: PackageZip, content: ReportContent): void {
  const { requests, samples, findings, evidence, ...audit } = content;
  const records = {
    'audit.json': audit,
    'requests.json': requests,
    'samples.json': samples,
    'findings.json': findings,
    'evidence.json': evidence,
  };
  for (const [path, value] of Object.entries(records))
    zip.addText(path, 'record', () => [jsonBytes(value)]);
}

/** The verifiers and what tells how to use them. */
async function addHelp(zip: PackageZip, plan: Plan, placed: readonly Placed[]): Promise<void> {
  const folder = join(findAppRoot(import.meta.dirname), 'resources', 'verifier');
  for (const name of ['verify.mjs', 'verify.py']) {
    const bytes = await readFile(join(folder, name));
    zip.addText(name, 'verifier', () => [bytes]);
  }
  const readme = packageReadme({
    title: plan.content.audit.title,
    createdAt: toIso(plan.now),
    createdBy: plan.author,
    fingerprint: plan.signer.fingerprint,
    evidence: placed.length,
    absent: placed.filter(({ path }) => path === null).length,
  });
  zip.addText('README.txt', 'readme', () => [Buffer.from(readme)]);
}

/** A line an entry, chain by chain, as they are kept; notes where each chain ends. */
function* custodyLines(
  { names }: Plan,
  { db, signal }: JobContext,
  { placed, heads }: { placed: readonly Placed[]; heads: Map<string, CustodyHead> },
): Generator<Uint8Array> {
  for (const { item } of placed) {
    signal.throwIfAborted();
    const rows = readCustody(db, item.id);
    heads.set(item.id, { entries: rows.length, head: rows.at(-1)?.mac ?? null });
    if (rows.length === 0) continue;
    const lines = rows.map((row) =>
      JSON.stringify({
        evidenceId: row.evidenceId,
        position: row.position,
        action: row.action,
        actor: row.actor,
        actorName: row.actor === null ? null : (names.get(row.actor) ?? null),
        at: toIso(row.at),
        sha256: row.sha256,
        details: row.details,
        previous: row.previous,
        mac: row.mac,
      }),
    );
    yield Buffer.from(`${lines.join('\n')}\n`);
  }
}

function manifestOf(
  plan: Plan,
  placed: readonly Placed[],
  { files, heads }: Pick<Manifest, 'files'> & { heads: ReadonlyMap<string, CustodyHead> },
): Manifest {
  const { input, content, number, author, now } = plan;
  return {
    format: 'watchfloor-audit-package',
    formatVersion: 1,
    packageId: input.packageId,
    number,
    audit: { id: content.audit.id, title: content.audit.title },
    createdAt: toIso(now),
    createdBy: author,
    product: `Watchfloor ${input.version}`,
    files,
    evidence: placed.map(({ item, path, absent }) =>
      manifestEvidence(item, { path, absent }, heads.get(item.id) ?? { entries: 0, head: null }),
    ),
  };
}

function signed(
  { input, now, signer }: Plan,
  manifest: Manifest,
  { manifestSha256, context }: { manifestSha256: string; context: JobContext },
): { path: string; bytes: Buffer }[] {
  const checkpoint: Checkpoint = {
    format: 'watchfloor-checkpoint',
    formatVersion: 1,
    packageId: input.packageId,
    auditId: input.auditId,
    createdAt: toIso(now),
    manifestSha256,
    custodyHeadsSha256: custodyHeadsSha256(manifest.evidence),
    auditLog: context.db.read('audits.logHead', auditLogHead),
  };
  const bytes = jsonBytes(checkpoint);
  const { publicKey, fingerprint } = signer;
  const signature: SignatureFile = {
    ...{ algorithm: 'Ed25519', publicKey, fingerprint },
    signature: signer.sign(bytes),
  };
  if (manifestSha256 === '') throw new AppError('internal', 'The manifest was not made');
  return [
    { path: CHECKPOINT, bytes },
    { path: SIGNATURE, bytes: jsonBytes(signature) },
  ];
}
