import type { Evidence } from '../../../shared/areas/evidence/evidence.contract.ts';
import { validityOf } from '../../../shared/areas/evidence/evidence.rules.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { RowOf } from '../../db/statements.ts';
import type { evidenceTable } from '../../db/tables/evidence.table.ts';

export type EvidenceRow = RowOf<typeof evidenceTable>;
export const isoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at));
export const msOrNull = (iso: string | null): number | null =>
  iso === null ? null : Date.parse(iso);

/** What a list reads beside the row itself. */
export interface RowExtras {
  readonly collectedByName: string | null;
  readonly controlCount: number;
}

export function rowToEvidence(row: EvidenceRow, extras: RowExtras, now: number): Evidence {
  const validity = validityOf(row, now);
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    type: row.type,
    filePath: row.sha256 === null ? row.filePath : `/api/evidence/${row.id}/file`,
    collectedBy: row.collectedBy,
    collectedByName: extras.collectedByName,
    collectionDate: isoOrNull(row.collectionDate),
    expirationDate: isoOrNull(row.expirationDate),
    isValid: validity === 'valid',
    validity,
    verdict: row.verdict,
    source: row.source,
    collector: row.collector,
    periodStart: isoOrNull(row.periodStart),
    periodEnd: isoOrNull(row.periodEnd),
    receivedAt: isoOrNull(row.receivedAt),
    fileName: row.fileName,
    mediaType: row.mediaType,
    sha256: row.sha256,
    size: row.sizeBytes,
    revision: row.revision,
    controlCount: extras.controlCount,
    createdAt: toIso(row.createdAt),
  };
}
