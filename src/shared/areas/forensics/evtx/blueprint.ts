/**
 * What binary XML says before its values are put in: a template definition is read once per chunk into
 * this, and each record that uses it only fills in values.
 */
import type { EvtxAttribute } from './evtx.types.ts';

export type BlueprintPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly index: number; readonly isOptional: boolean }
  | { readonly kind: 'element'; readonly element: BlueprintElement }
  | { readonly kind: 'instruction'; readonly target: string; readonly data: string };

export interface BlueprintAttribute {
  readonly name: string;
  /** Texts and values only. */
  readonly parts: readonly BlueprintPart[];
  /** Index of the value that is all of it, or -1. */
  readonly onlyValue: number;
  /** Where that value is null, there is no attribute. */
  readonly isOptional: boolean;
}

export interface BlueprintElement {
  readonly name: string;
  readonly attributes: readonly BlueprintAttribute[];
  /** Set where no attribute takes a value: shared by all records. */
  readonly fixedAttributes: readonly EvtxAttribute[] | null;
  readonly parts: readonly BlueprintPart[];
  /** Set where `parts` are elements only. */
  readonly children: readonly BlueprintElement[] | null;
  /** Index of the value that is its whole content, or -1. */
  readonly onlyValue: number;
  /** Where that value is null, there is no element. */
  readonly isOptional: boolean;
}
