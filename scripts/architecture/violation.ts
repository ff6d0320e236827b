export interface Violation {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly message: string;
}

/** What a rule finds wrong; the name is added by whoever runs it. */
export type Finding = Omit<Violation, 'rule'>;
