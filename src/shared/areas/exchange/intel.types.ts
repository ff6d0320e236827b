/** What reading intelligence of others gives, whatever its format. */
import type { ImportedRow } from '../forensics/indicators/import-row.ts';
import type { ReadRelation } from '../forensics/indicators/stix/bundle.ts';
import type { Counted } from './tally.ts';

/** An object as it came, by its own identifier. */
export interface IntelObject {
  readonly id: string;
  /** 'malware', 'misp-attribute'. */
  readonly kind: string;
  readonly name: string;
  readonly object: Readonly<Record<string, unknown>>;
  /** ms */
  readonly modifiedAt: number | null;
  readonly isRevoked: boolean;
}

export interface ReadIntel {
  readonly format: 'stix' | 'misp' | 'openioc';
  readonly title: string;
  /** Objects or attributes read, of whatever kind. */
  readonly read: number;
  readonly rows: readonly IntelRow[];
  readonly relations: readonly ReadRelation[];
  readonly objects: readonly IntelObject[];
  readonly rejections: readonly Counted[];
  readonly unknownFields: readonly Counted[];
  readonly losses: readonly Counted[];
}

export interface IntelRow extends ImportedRow {
  /** The object it was read from; several rows may have the same. */
  readonly originId?: string;
}
