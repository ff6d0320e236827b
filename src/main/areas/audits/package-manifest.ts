/**
 * What a package says about itself. `manifest.json` names every file but itself, `checkpoint.json`
 * and `signature.json`; the checkpoint holds the manifest's hash, the signature covers the
 * checkpoint's bytes. The verifiers (resources/verifier) read exactly this: change both together.
 */
import { createHash } from 'node:crypto';
import type { ReportEvidence } from './report-content.ts';

export const MANIFEST = 'manifest.json';
export const CHECKPOINT = 'checkpoint.json';
export const SIGNATURE = 'signature.json';
export const CUSTODY = 'custody.ndjson';

export type FileRole = 'evidence' | 'report' | 'record' | 'custody' | 'verifier' | 'readme';

export interface ManifestFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly role: FileRole;
}

/** Where the chain of custody of a piece of evidence ends, in the exported file. */
export interface CustodyHead {
  readonly entries: number;
  readonly head: string | null;
}

export interface ManifestEvidence {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly verdict: string;
  readonly isValid: boolean;
  readonly selfApproved: boolean;
  readonly revision: number;
  readonly fileName: string | null;
  readonly mediaType: string | null;
  readonly size: number | null;
  readonly sha256: string | null;
  /** Null where its file is not in the package; `absent` then says why. */
  readonly path: string | null;
  readonly absent: string | null;
  readonly custody: CustodyHead;
}

export interface Manifest {
  readonly format: 'watchfloor-audit-package';
  readonly formatVersion: 1;
  readonly packageId: string;
  readonly number: number;
  readonly audit: { readonly id: string; readonly title: string };
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly product: string;
  readonly files: readonly ManifestFile[];
  readonly evidence: readonly ManifestEvidence[];
}

export interface Checkpoint {
  readonly format: 'watchfloor-checkpoint';
  readonly formatVersion: 1;
  readonly packageId: string;
  readonly auditId: string;
  readonly createdAt: string;
  readonly manifestSha256: string;
  /** Of a line `<evidence id> <entries> <head>` each, by id, '-' for no head. */
  readonly custodyHeadsSha256: string;
  /** Of the newest entry of the audit log: it and all before it were there by then. */
  readonly auditLog: { readonly seq: number; readonly stamp: string; readonly sha256: string };
}

export interface SignatureFile {
  readonly algorithm: 'Ed25519';
  readonly publicKey: string;
  readonly fingerprint: string;
  /** Over the bytes of checkpoint.json, base64. */
  readonly signature: string;
}

export const sha256Of = (bytes: Uint8Array | string) =>
  createHash('sha256').update(bytes).digest('hex');

export const jsonBytes = (value: unknown): Buffer =>
  Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

export function custodyHeadsSha256(evidence: readonly ManifestEvidence[]): string {
  const hash = createHash('sha256');
  for (const { id, custody } of evidence)
    hash.update(`${id} ${custody.entries} ${custody.head ?? '-'}\n`);
  return hash.digest('hex');
}

export function manifestEvidence(
  item: ReportEvidence,
  place: { path: string | null; absent: string | null },
  custody: CustodyHead,
): ManifestEvidence {
  return {
    id: item.id,
    title: item.title,
    type: item.type,
    verdict: item.verdict,
    isValid: item.isValid,
    selfApproved: item.isSelfApproved,
    revision: item.revision,
    fileName: item.fileName,
    mediaType: item.mediaType,
    size: item.sizeBytes,
    sha256: item.sha256,
    ...place,
    custody,
  };
}
