/** A redactor over terms of a test's own. */
import { createRedactor } from './redaction.ts';
import type { KnownTerm, Redactor } from './redaction.types.ts';

export const testRedactor = (
  standing: readonly KnownTerm[] = [],
  secrets: readonly string[] = [],
): Redactor =>
  createRedactor({
    terms: { standing: () => standing, among: () => [], hidesExternal: () => false },
    secrets: () => secrets,
  });
