/** ATT&CK as the product keeps it: small enough to be read at once. Names are MITRE's: the notice stays with them. */
export interface AttackTactic {
  /** `TA0008`; null where the table does not say. */
  readonly id: string | null;
  readonly name: string;
}

export interface AttackData {
  /** Of ATT&CK, e.g. `19` or `17.1`. */
  readonly version: string;
  readonly notice: string;
  /** In the order of the matrix. */
  readonly tactics: readonly AttackTactic[];
  /** By id, sorted; `tactics` are places in `tactics`. */
  readonly techniques: readonly {
    readonly id: string;
    readonly name: string;
    readonly tactics: readonly number[];
  }[];
  /** Revoked or deprecated, which alerts may still name; `by`: what took its place. By id, sorted. */
  readonly retired: readonly {
    readonly id: string;
    readonly name: string;
    readonly tactics: readonly number[];
    readonly by: string | null;
  }[];
  readonly mitigations: readonly { readonly id: string; readonly name: string }[];
  /** Technique, then ids of mitigations. An empty list: ATT&CK names none. */
  readonly mitigates: Readonly<Record<string, readonly string[]>>;
  /** Whether `mitigates` is all that ATT&CK says, or only what was certain. */
  readonly isComplete: boolean;
}

export interface AttackTechnique {
  readonly id: string;
  readonly name: string;
  /** `Remote Services: Remote Desktop Protocol`. */
  readonly fullName: string;
  readonly tactics: readonly AttackTactic[];
  readonly parent: string | null;
  readonly subTechniques: readonly string[];
  /** Null: the table does not say; empty: ATT&CK names none. */
  readonly mitigations: readonly { readonly id: string; readonly name: string }[] | null;
  /** Controls of NIST SP 800-53 r5 that mitigate it, or its parent where it has none of its own. */
  readonly controls: readonly string[];
  /** Null where it is current; `by`: the technique that took its place, where one did. */
  readonly retired: { readonly by: string | null } | null;
}

/** What lists of techniques need: names, and tactics by name in the order of the matrix. */
export interface AttackNames {
  readonly tactics: readonly string[];
  find(id: string): { name: string; tactics: string[] } | undefined;
}
