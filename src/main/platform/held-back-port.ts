/**
 * What would have left while the workspace was isolated. It waits here until a person releases or drops
 * it, item by item; nothing leaves by itself before. Nothing of what would be sent is kept: on release
 * whoever held it back does it anew, from what is true then.
 */
export const HELD_KINDS = ['connector-run', 'push', 'model-call', 'update-check'] as const;
export type HeldKind = (typeof HELD_KINDS)[number];

export interface NewHeldItem {
  readonly kind: HeldKind;
  /**
   * What is the same again: a schedule that comes every five minutes is held once, and counted. For a
   * run the id of the integration, for a push integration and record.
   */
  readonly key: string;
  /** In plain words: 'Sync of Elastic Security', 'Alert "…" to TheHive'. At most 300 characters are kept. */
  readonly what: string;
  /** Scheme, host and port it would have gone to. */
  readonly destination: string;
  /** The account, or null: a schedule. */
  readonly account: string | null;
  /** Of what would have been sent; null where nobody knows. */
  readonly sizeBytes: number | null;
  /** Handed back on release; names records, holds no secret. At most 4 kB of JSON. */
  readonly redo: Readonly<Record<string, string | number | boolean | null>>;
}

export interface HeldBack {
  hold(item: NewHeldItem): void;
  /**
   * What does an item of this kind on release; called once per kind at start. It ends when the thing is
   * begun. What it throws (AppError) is said to who released it, and the item stays.
   */
  onRelease(kind: HeldKind, redo: (item: ReleasedItem) => Promise<void> | void): void;
}

export interface ReleasedItem {
  readonly redo: Readonly<Record<string, string | number | boolean | null>>;
  /** Who released it. */
  readonly actor: string;
}
