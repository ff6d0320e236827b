/** What the rules of a text say of themselves, read with the compiler itself. Runs in the thread of YARA-X. */
import { MOST_META, metaTexts, type RawResult } from './raw-matches.ts';

interface MetaCompiler {
  free(): void;
  addSource(source: string): void;
  build(): { free(): void; scan(bytes: Uint8Array): unknown };
}

/**
 * Tags and metadata of the rules of a text that compiles: the interface tells them of matches only, so
 * each rule is written with a condition that always holds.
 */
export function metaOf(
  {
    text,
    slices,
  }: { text: string; slices: readonly { identifier: string; from: number; to: number }[] },
  create: () => MetaCompiler,
): Map<string, { tags: string[]; meta: Record<string, string> }> {
  const metas = new Map<string, { tags: string[]; meta: Record<string, string> }>();
  const compiler = create();
  try {
    compiler.addSource(slices.map(({ from, to }) => alwaysTrue(text.slice(from, to))).join('\n'));
    const rules = compiler.build();
    const { matches } = rules.scan(new Uint8Array(1)) as RawResult;
    rules.free();
    for (const { identifier, tags, metadata } of matches) {
      metas.set(identifier, { tags: tags.slice(0, MOST_META), meta: metaTexts(metadata) });
    }
  } catch {
    // Then they are without; the rules run all the same.
  } finally {
    compiler.free();
  }
  return metas;
}

/** The head and the meta part of a rule. */
function alwaysTrue(rule: string): string {
  const body = rule.indexOf('{');
  const head = rule.slice(0, body + 1).replace(/\b(?:private|global)\b/g, '');
  const inside = rule.slice(body + 1);
  const end =
    /^\s*(?:strings|condition|variables)\s*:/m.exec(inside)?.index ??
    inside.search(/\b(?:strings|condition)\s*:/);
  return `${head}${end < 0 ? '' : inside.slice(0, end)}\ncondition: true }`;
}
