/**
 * What a person types becomes FTS5 queries (SQLite, "FTS5 Extension", section 3): every word must
 * occur in a searched field. A word with letters may be the beginning of one; a number is whole; a
 * word of several parts, like a host name, must occur as such. An address, or the
 * first groups of one, is looked up as one word, so that 10.0.5.7 does not mean 'all that hold 10,
 * 0, 5 and 7'; the first groups may also be a version number in a text, or the time of day.
 */
import { remembered } from '../../../shared/kernel/remembered.ts';
import type { AlertRow } from './alert-rows.ts';

const HAS_TOKEN = /[\p{L}\p{N}]/u;
const HAS_LETTER = /\p{L}/u;
const IPV4 = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]*\d)/g;
const TYPED_IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const TYPED_IPV4_START = /^(\d{1,3}(?:\.\d{1,3}){1,2})\.?$/;
/** Also the first groups of one; a hardware address and a time of day look the same. */
const TYPED_IPV6 = /^[\da-f]{0,4}:[\da-f:.]*$/i;
const TECHNIQUE = /^T\d{4}(?:\.\d{3})?$/;
const TYPED_SUB_TECHNIQUE = /^T\d{4}\.\d{3}$/i;
const MAX_ENTITIES = 50;
const MAX_NAME_LENGTH = 128;
/** A network has thousands, and each is met in batch after batch. */
const ADDRESSES_REMEMBERED = 10_000;

export interface SearchMatch {
  /** Finds words by their beginning, which gathers all that match before the first is given. */
  readonly prefixed: string;
  /** Finds whole words only, one after the other; the same where nothing typed can be a beginning. */
  readonly whole: string;
}

/** An address as one word of the index. */
export function addressWord(address: string): string {
  const word = address.replaceAll('.', 'x');
  return word.includes(':') ? word.toLowerCase().replaceAll(':', 'x') : word;
}

/** A host or user as one word of the index, whatever it is made of; letters A to Z in either case. */
export function nameWord(kind: 'h' | 'u', name: string): string {
  const lower = name
    .slice(0, MAX_NAME_LENGTH)
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return kind + Buffer.from(lower, 'utf8').toString('hex');
}

type WithEntities = Pick<
  AlertRow,
  'title' | 'description' | 'sourceHost' | 'sourceUser' | 'sourceIp' | 'destIp'
> &
  Partial<Pick<AlertRow, 'techniques'>>;

/** A technique as one word of the index: T1021.001 as t1021x001, which T1021 is the beginning of. */
export function techniqueWord(technique: string): string {
  return technique.toLowerCase().replace('.', 'x');
}

/** Host, user, techniques and every address of an alert, each as one word of the index; null where there is none. */
export const entityTerms = (alert: WithEntities): string | null => createTermsMaker()(alert);

/** The words of addresses, each made once as long as it is remembered. */
export const rememberedAddressWords = (): ((address: string) => string) =>
  remembered(addressWord, ADDRESSES_REMEMBERED);

/**
 * The same of a batch of alerts: what repeats among them is looked at once.
 * @param addressOf `addressWord`, or what remembers its answers from batch to batch
 */
export function createTermsMaker(
  addressOf: (address: string) => string = remembered(addressWord),
): (alert: WithEntities) => string | null {
  const hostWord = remembered((name) => nameWord('h', name));
  const userWord = remembered((name) => nameWord('u', name));
  const inText = remembered((text) => addressesIn(text, addressOf));
  return (alert) => {
    // They are few: looking through them is cheaper than a set for each alert.
    const words: string[] = [];
    if (alert.sourceHost) add(words, hostWord(alert.sourceHost));
    if (alert.sourceUser) add(words, userWord(alert.sourceUser));
    if (alert.sourceIp) add(words, addressOf(alert.sourceIp));
    if (alert.destIp) add(words, addressOf(alert.destIp));
    addTechniques(words, alert.techniques ?? []);
    // Many sources name a host by its address.
    for (const text of [alert.title, alert.description, alert.sourceHost, alert.sourceUser]) {
      if (text?.includes('.')) addBounded(words, inText(text));
    }
    return words.length === 0 ? null : words.join(' ');
  };
}

function add(words: string[], word: string): void {
  if (!words.includes(word)) words.push(word);
}

function addTechniques(words: string[], techniques: readonly string[]): void {
  for (const technique of techniques) {
    if (TECHNIQUE.test(technique)) add(words, techniqueWord(technique));
  }
}

function addBounded(words: string[], further: readonly string[]): void {
  for (const word of further) {
    if (words.length >= MAX_ENTITIES) return;
    add(words, word);
  }
}

/** The words of the addresses in a text, each once; no more than one alert may have. */
function addressesIn(text: string, wordOf: (address: string) => string): readonly string[] {
  const words: string[] = [];
  for (const address of text.match(IPV4) ?? []) {
    if (words.length >= MAX_ENTITIES) break;
    add(words, wordOf(address));
  }
  return words;
}

/** Finds the alerts of exactly this host, user or (also in a text) address. */
export function entityMatch(kind: 'host' | 'user' | 'address', value: string): string {
  const word =
    kind === 'address' ? addressWord(value) : nameWord(kind === 'host' ? 'h' : 'u', value);
  return `entity_terms : ${quoted(word)}`;
}

/** Null where nothing typed can be searched for (only punctuation). */
export function searchMatch(text: string): SearchMatch | null {
  const words = text.split(/\s+/).filter((word) => HAS_TOKEN.test(word));
  if (words.length === 0) return null;
  return {
    prefixed: words.map((word) => phrase(word, true)).join(' AND '),
    whole: words.map((word) => phrase(word, false)).join(' AND '),
  };
}

export function quoted(word: string): string {
  return `"${word.replaceAll('"', ' ').replaceAll('\0', ' ')}"`;
}

/** A typed address as a word of the index, or the beginning of one; that may also stand in a text. */
export function typedAddress(
  word: string,
): { readonly word: string; readonly text: string | null } | null {
  if (TYPED_IPV4.test(word)) return { word: addressWord(word), text: null };
  const start = TYPED_IPV4_START.exec(word)?.[1];
  if (start) return { word: addressWord(`${start}.`), text: start };
  return TYPED_IPV6.test(word) ? { word: addressWord(word), text: word } : null;
}

function phrase(word: string, mayBegin: boolean): string {
  const address = typedAddress(word);
  if (address) {
    const match = `entity_terms : ${quoted(address.word)}`;
    return address.text === null ? match : `(${match} * OR ${quoted(address.text)})`;
  }
  if (TYPED_SUB_TECHNIQUE.test(word)) {
    return `(entity_terms : ${quoted(techniqueWord(word))} OR ${quoted(word)})`;
  }
  return mayBegin && isBeginning(word) ? `${quoted(word)} *` : quoted(word);
}

/** One letter alone is a whole word: as a beginning it would match most of the index. */
export function isBeginning(word: string): boolean {
  const last =
    word
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .at(-1) ?? '';
  return (
    [...word].filter((character) => HAS_TOKEN.test(character)).length > 1 && HAS_LETTER.test(last)
  );
}
