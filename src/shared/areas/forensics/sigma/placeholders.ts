/**
 * Placeholders (rules specification 2.1.0, 'Placeholders'): `%name%` in a value with the modifier `expand`
 * stands for a list that the workspace keeps. Without such a list the rule cannot run.
 */
import { invalid, unsupported } from './sigma-problem.ts';
import { LIMITS } from './yaml-tree.ts';

const PLACEHOLDER = /\\%|%([A-Za-z][\w.-]{0,63})%/g;

/** All texts that a value stands for. `\%` is a percent sign. */
export function withPlaceholders(
  value: string,
  placeholders: Readonly<Record<string, readonly string[]>>,
  key: string,
): readonly string[] {
  let texts: string[] = [''];
  let from = 0;
  for (const match of value.matchAll(PLACEHOLDER)) {
    const before = value.slice(from, match.index);
    from = match.index + match[0].length;
    const name = match[1];
    const values = name === undefined ? ['%'] : valuesOf(name, placeholders, key);
    if (texts.length * values.length > LIMITS.alternatives)
      throw invalid(`${key} stands for too many values`);
    texts = texts.flatMap((text) => values.map((one) => text + before + one));
  }
  return texts.map((text) => text + value.slice(from));
}

function valuesOf(
  name: string,
  placeholders: Readonly<Record<string, readonly string[]>>,
  key: string,
): readonly string[] {
  const values = Object.hasOwn(placeholders, name) ? placeholders[name] : undefined;
  if (!values || values.length === 0)
    throw unsupported(`${key}: the placeholder %${name}% has no values in this workspace`);
  return values;
}
