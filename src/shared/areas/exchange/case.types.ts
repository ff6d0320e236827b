/** What is given to others of a case, read from the workspace; times in ms. */
import type { Alert } from '../alerts/alerts.contract.ts';
import type { ExportedIndicator, ExportedRelation } from '../forensics/indicators/stix/bundle.ts';
import type { IntelObject } from './intel.types.ts';

export type { ExportedIndicator, ExportedRelation };

/** Rows that came from an object of others name it. */
export type ShownIndicator = ExportedIndicator & { readonly originId: string | null };

export interface CaseTechnique {
  readonly id: string;
  readonly name: string | null;
  /** In the order of the matrix. */
  readonly tactics: readonly { readonly id: string | null; readonly name: string }[];
  readonly mitigations: readonly { readonly id: string; readonly name: string }[];
}

export interface CaseNote {
  readonly id: string;
  readonly at: number;
  readonly text: string;
}

export interface CaseSighting {
  readonly indicatorId: string;
  readonly first: number;
  readonly last: number;
  readonly n: number;
}

/** A case, or a set of indicators. */
export interface ExchangeCase {
  readonly id: string;
  readonly kind: 'incident' | 'investigation' | 'indicators';
  readonly title: string;
  readonly description: string | null;
  readonly severity: string | null;
  readonly verdict: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly alerts: readonly Alert[];
  /** Alerts beyond the bound of a bundle. */
  readonly alertsLeftOut: number;
  readonly indicators: readonly ShownIndicator[];
  readonly relations: readonly ExportedRelation[];
  readonly sightings: readonly CaseSighting[];
  readonly techniques: readonly CaseTechnique[];
  readonly notes: readonly CaseNote[];
  /** What came with these from others, by id. */
  readonly kept: ReadonlyMap<string, IntelObject>;
  /** Who gives it: stable for the workspace. */
  readonly author: { readonly id: string; readonly name: string };
}
