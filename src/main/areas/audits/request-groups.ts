/** One request for each group of controls: an auditor asks for a topic, not for a thousand lines. */
import type { ScopeControl } from './request-scope.store.ts';
import type { RequestToMake } from './requests.store.ts';

const CONTROLS_MAX = 200;
const TITLE_MAX = 255;
const NAMED_CONTROLS = 12;

interface Group {
  readonly framework: string;
  readonly title: string | null;
  readonly controls: ScopeControl[];
}

/** The group a control stands in: its own, or that of the control above it. */
function groupOf(
  control: ScopeControl,
  byRef: ReadonlyMap<string, ScopeControl>,
  groups: ReadonlyMap<string, string>,
): string | null {
  let at: ScopeControl | undefined = control;
  for (const seen = new Set<string>(); at?.parentRef; ) {
    const key: string = `${at.frameworkId} ${at.parentRef}`;
    const title = groups.get(key);
    if (title !== undefined) return title;
    if (seen.has(key)) break;
    seen.add(key);
    at = byRef.get(key);
  }
  return control.category;
}

export function groupRequests(
  controls: readonly ScopeControl[],
  groups: ReadonlyMap<string, string>,
  { owner, due }: { owner: string | null; due: string | null },
): RequestToMake[] {
  const byRef = new Map(controls.map((c) => [`${c.frameworkId} ${c.ref}`, c]));
  const grouped = new Map<string, Group>();
  for (const control of controls) {
    const title = groupOf(control, byRef, groups);
    const key = `${control.frameworkId} ${title}`;
    const group = grouped.get(key) ?? { framework: control.framework, title, controls: [] };
    group.controls.push(control);
    grouped.set(key, group);
  }
  return [...grouped.values()].flatMap((group) =>
    inParts(group.controls).map((part) => ({
      title: titleOf(group).slice(0, TITLE_MAX),
      description: describe(part),
      owner,
      due,
      controlIds: part.map(({ id }) => id),
    })),
  );
}

function titleOf({ framework, title }: Group): string {
  return title === null ? `${framework}: evidence` : `${framework}: ${title}`;
}

function describe(controls: readonly ScopeControl[]): string {
  const named = controls.slice(0, NAMED_CONTROLS).map(({ ref, title }) => `${ref} ${title}`);
  const rest = controls.length - named.length;
  const list = rest > 0 ? [...named, `and ${rest} more`] : named;
  return `Evidence of the audited period that these controls worked: ${list.join('; ')}.`;
}

function inParts<T>(entries: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let from = 0; from < entries.length; from += CONTROLS_MAX)
    parts.push(entries.slice(from, from + CONTROLS_MAX));
  return parts;
}
