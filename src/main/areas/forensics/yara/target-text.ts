/** The part of a text of rules that is for one sort of file: those rules, global ones, and what they name. */
import { without } from '../../../../shared/areas/forensics/yara/split-rules.ts';
import type { YaraSlice, YaraTarget } from '../../../../shared/areas/forensics/yara/yara.types.ts';
import type { Reduced } from './compile-source.ts';

export function textFor(
  { text, slices }: Pick<Reduced, 'text' | 'slices'>,
  target: YaraTarget,
): { text: string; rules: number } {
  if (text === '') return { text: '', rules: 0 };
  const byName = new Map(slices.map((slice) => [slice.identifier, slice]));
  const kept = new Set<YaraSlice>();
  const waiting = slices.filter(
    (slice) => slice.isGlobal || slice.target === 'any' || slice.target === target,
  );
  for (let slice = waiting.pop(); slice !== undefined; slice = waiting.pop()) {
    if (kept.has(slice)) continue;
    kept.add(slice);
    for (const name of slice.names) {
      const named = byName.get(name);
      if (named) waiting.push(named);
    }
  }
  return {
    text: without(
      text,
      slices.filter((slice) => !kept.has(slice)),
    ),
    rules: kept.size,
  };
}
