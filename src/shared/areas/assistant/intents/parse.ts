/** A question to what is meant by it. Pure: the same question in the same place always means the same. */
import type { Asked, AskedFrom, IntentName } from './intent.types.ts';
import { INTENT_RULES } from './intent-rules.ts';
import { leftWords } from './left-words.ts';
import { type Reading, scoreRule } from './rules.ts';
import { readSlots } from './slots.ts';
import { readTime } from './time-words.ts';
import { type Concept, PLAIN_WORDS, VOCABULARY } from './vocabulary.ts';
import { cleanQuestion, knownWord, wordsOf } from './words.ts';

const NEAREST = 3;

function conceptsOf(words: readonly string[], text: string): Set<Concept> {
  const found = new Set<Concept>();
  for (const word of words) {
    if (PLAIN_WORDS.has(word)) continue;
    const concept = knownWord(word, VOCABULARY);
    if (concept) found.add(concept);
  }
  if (/\bhow many\b|\bhow much\b|\bno\.? of\b|\bhow often\b|\bany\b.*\?/.test(text))
    found.add('count');
  // 'How many' asks for a number, 'how do I' for a way.
  if (!/\bhow (?:do|can|to|would|should|might|could)\b|\bwhere\b/.test(text)) found.delete('how');
  if (/\bhand(?:ing)?[ -]?(?:over|off)\b/.test(text)) found.add('handover');
  if (/\bthird[ -]part(?:y|ies)\b/.test(text)) found.add('vendor');
  if (/\biocs?\b/.test(text)) found.add('indicator');
  return found;
}

/** @param text as it was typed; of more than a thousand characters the first are looked at. */
export function parseQuestion(text: string, from: AskedFrom = {}): Asked {
  const question = cleanQuestion(text);
  const { time, rest } = readTime(question);
  const words = wordsOf(rest);
  const slots = { ...readSlots(rest, words, from), time };
  const lower = question.toLowerCase();
  const reading: Reading = { concepts: conceptsOf(words, lower), slots, from, text: lower };
  const best = new Map<IntentName, { score: number; whole: boolean }>();
  for (const one of INTENT_RULES) {
    const scored = scoreRule(one, reading);
    const known = best.get(one.intent);
    const isBetter =
      !known ||
      (scored.whole && !known.whole) ||
      (scored.whole === known.whole && scored.score > known.score);
    if (isBetter) best.set(one.intent, scored);
  }
  const ranked = [...best].sort(
    ([, a], [, b]) => Number(b.whole) - Number(a.whole) || b.score - a.score,
  );
  const [first] = ranked;
  return {
    intent: first?.[1].whole ? first[0] : null,
    slots,
    words,
    left: leftWords(words, slots),
    nearest: ranked.slice(0, NEAREST).map(([name]) => name),
  };
}
