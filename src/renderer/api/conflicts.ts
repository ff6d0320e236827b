/** What the page makes of edits that crossed (`shared/contract/revision.ts`). */
import { errorBodySchema } from '../../shared/contract/errors.ts';
import type { OtherChange, RecordConflict } from '../../shared/contract/revision.ts';

const CONFLICT_PREFIX = '409: ';

/** The contested fields within a refused change; null where it was refused for another reason. */
export function conflictOf(error: unknown): RecordConflict | null {
  if (!(error instanceof Error) || !error.message.startsWith(CONFLICT_PREFIX)) return null;
  try {
    const body = errorBodySchema.safeParse(JSON.parse(error.message.slice(CONFLICT_PREFIX.length)));
    return body.success ? (body.data.conflict ?? null) : null;
  } catch {
    return null;
  }
}

/** What others changed while one edited, as a sentence; null where nothing was. */
export function mergedText(
  merged: readonly OtherChange[],
  labels: Readonly<Record<string, string>>,
): string | null {
  if (merged.length === 0) return null;
  const people = [...new Set(merged.map(({ by }) => by))];
  const told = people.map((person) => {
    const fields = merged.filter(({ by }) => by === person).map(({ field }) => field);
    return `${person} changed ${fields.map((field) => (labels[field] ?? field).toLowerCase()).join(', ')}`;
  });
  return `Meanwhile ${told.join('; ')}. Both changes were kept.`;
}
