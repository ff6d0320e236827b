/** The pseudonyms of one run: given in the order of appearance, and turned back in what a model answers. */
import {
  PSEUDONYM_KINDS,
  type Pseudonym,
  type PseudonymKind,
  type StreamRestorer,
} from './redaction.types.ts';
import { foldedWord } from './redaction-view.ts';

const KINDS = PSEUDONYM_KINDS.join('|');
/** As it is written by us (anywhere: the letter before it may belong to an escape), or, in other cases, as a word. Markdown escapes the line. */
const WRITTEN = `(?:(?:${KINDS})|(?<![A-Za-z0-9_])(?:${KINDS.replaceAll(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`)}))\\\\?_(\\d{1,6})([vV]\\d{1,4})?(?![A-Za-z0-9]|_[A-Za-z0-9])`;
/** Words of a text that could be taken for a pseudonym, in the folded form. */
export const PSEUDONYM_LIKE = new RegExp(`(?:${KINDS.toLowerCase()})\\\\?_\\d+(?:v\\d+)?`, 'g');
/** A pseudonym may still grow at the end of a piece of so many letters. */
const MOST_HELD = 48;

export interface RunPseudonyms {
  /** The same value gets the same name; another spelling of it one of its own, so that it comes back as it was. */
  nameOf(kind: PseudonymKind, spelling: string): string;
  list(): readonly Pseudonym[];
  restore(text: string): string;
  restoring(): StreamRestorer;
}

function isJson(text: string): boolean {
  const first = text.trimStart().charAt(0);
  if (first !== '{' && first !== '[' && first !== '"') return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function createRunPseudonyms(): RunPseudonyms {
  const counts = new Map<PseudonymKind, number>();
  const bases = new Map<string, { name: string; kind: PseudonymKind; spellings: number }>();
  const bySpelling = new Map<string, string>();
  const byName = new Map<string, Pseudonym>();
  const written = new RegExp(WRITTEN, 'g');

  function baseOf(kind: PseudonymKind, spelling: string) {
    const key = foldedWord(spelling);
    const known = bases.get(key);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const base = { name: `${kind}_${count}`, kind, spellings: 0 };
    bases.set(key, base);
    return base;
  }

  function restoreWith(text: string, put: (value: string) => string): string {
    return text.replaceAll(written, (whole) => {
      const name = whole.replace('\\', '').replace(/^[a-z]+/i, (kind) => kind.toUpperCase());
      const known = byName.get(
        name.replace('V', (v, at: number) => (/\d/.test(name.charAt(at - 1)) ? 'v' : v)),
      );
      return known === undefined ? whole : put(known.value);
    });
  }

  return {
    nameOf(kind, spelling) {
      const known = bySpelling.get(spelling);
      if (known !== undefined) return known;
      const base = baseOf(kind, spelling);
      base.spellings += 1;
      const name = base.spellings === 1 ? base.name : `${base.name}v${base.spellings}`;
      bySpelling.set(spelling, name);
      byName.set(name, { name, kind: base.kind, value: spelling });
      return name;
    },
    list: () => [...byName.values()],
    restore: (text) =>
      restoreWith(
        text,
        isJson(text) ? (value) => JSON.stringify(value).slice(1, -1) : (value) => value,
      ),
    restoring() {
      let held = '';
      return {
        push(piece) {
          const all = held + piece;
          const tail = /[A-Za-z0-9_\\]*$/.exec(all.slice(-MOST_HELD))?.[0] ?? '';
          held = tail;
          return restoreWith(all.slice(0, all.length - tail.length), (value) => value);
        },
        end() {
          const last = held;
          held = '';
          return restoreWith(last, (value) => value);
        },
      };
    },
  };
}
