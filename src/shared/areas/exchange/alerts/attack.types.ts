/** What formats need of ATT&CK. */
export interface AttackPort {
  readonly version: string;
  technique(id: string): {
    readonly name: string;
    readonly tactics: readonly { readonly id: string | null; readonly name: string }[];
  } | null;
}

/** The record of an alert as text; null where there is none or it is no text. */
export type RawText = string | null;
