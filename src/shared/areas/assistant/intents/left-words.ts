/** Words of a question that nothing else accounts for: what is asked about by its words. */
import type { Slots } from './intent.types.ts';
import { isStateWord } from './slots.ts';
import { PLAIN_WORDS, VOCABULARY } from './vocabulary.ts';
import { knownWord } from './words.ts';

const LEFT_MOST = 4;

/** Said around what is meant, beside the plain words of vocabulary.ts. */
const FILLERS: ReadonlySet<string> = new Set(
  `above below beyond exceed exceeds
  across actually against among area available breakdown broken built category currently down exist
  exists first find full further get give good happening have having hi info information inside item
  items kind kinds least level levels matter moment name named names new number numbers ok okay old
  oldest ones overall over own page part piece pieces please problem problems question queue really
  reached recorded register registered registry section severity severities sort stand stands such
  sure team tell than there tier total type types use usually various version way whatever whose world
  yes anybody anyone everyone somebody someone came arrived arrive received got new newer older
  escalated escalation alone late later earlier already ever never currently desk shift workspace
  company organisation organization us ours their theirs everything nothing work working worked
  reviewing wait waiting await awaiting need needed still added`.split(/\s+/),
);

const partsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** In their order; none where the question is said by what is known alone. */
export function leftWords(words: readonly string[], slots: Slots): string[] {
  const taken = new Set(
    [
      slots.source,
      slots.assignee,
      slots.framework,
      slots.control,
      slots.entity?.value ?? null,
      ...slots.techniques,
    ].flatMap((text) => (text === null ? [] : partsOf(text))),
  );
  const left = words.filter(
    (word) =>
      word.length > 2 &&
      !/^\d+$/.test(word) &&
      !PLAIN_WORDS.has(word) &&
      !FILLERS.has(word) &&
      !isStateWord(word) &&
      !partsOf(word).every((part) => taken.has(part)) &&
      knownWord(word, VOCABULARY) === undefined,
  );
  return [...new Set(left)].slice(0, LEFT_MOST);
}
