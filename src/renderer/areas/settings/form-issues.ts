import { errorBodySchema, type Issue } from '../../../shared/contract/errors.ts';

/** What the core found wrong with single fields; empty where it refused for another reason. */
export function issuesOf(error: unknown): readonly Issue[] {
  if (!(error instanceof Error)) return [];
  const body = /^\d{3}: ([\s\S]*)$/.exec(error.message)?.[1] ?? '';
  try {
    return errorBodySchema.parse(JSON.parse(body)).issues ?? [];
  } catch {
    return [];
  }
}

/** Puts each issue at its field. True where every one of them found a place. */
export function placeIssues<Name extends string>(
  error: unknown,
  fields: readonly Name[],
  place: (field: Name, issue: { message: string }) => void,
): boolean {
  const issues = issuesOf(error);
  const placed = issues.filter(({ path, message }) => {
    const field = fields.find((name) => name === path);
    if (field) place(field, { message });
    return field !== undefined;
  });
  return issues.length > 0 && placed.length === issues.length;
}
