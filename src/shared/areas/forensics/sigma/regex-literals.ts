/**
 * Which literals a regular expression (RE2 syntax) cannot match without: any one of those returned stands,
 * folded, in every folded text that it matches. Careful rather than clever: what is not understood gives
 * nothing, and the rule is then asked about every event.
 */

interface Reader {
  readonly source: string;
  at: number;
  depth: number;
}

/** Null: nothing is known. */
type Literals = readonly string[] | null;

class NotUnderstood extends Error {}

export function requiredLiterals(source: string): Literals {
  const reader: Reader = { source, at: 0, depth: 0 };
  try {
    const literals = readAlternatives(reader);
    return reader.at === source.length ? literals : null;
  } catch (error) {
    if (error instanceof NotUnderstood) return null;
    throw error;
  }
}

function readAlternatives(reader: Reader): Literals {
  reader.depth++;
  if (reader.depth > 40) throw new NotUnderstood();
  const branches = [readSequence(reader)];
  while (reader.source.charAt(reader.at) === '|') {
    reader.at++;
    branches.push(readSequence(reader));
  }
  reader.depth--;
  const all: string[] = [];
  for (const branch of branches) {
    if (!branch) return null;
    all.push(...branch);
  }
  return all;
}

/** What one item of a sequence is: a letter, something else, or a group with literals of its own. */
interface Item {
  readonly letter: string | null;
  readonly literals: Literals;
}

function readSequence(reader: Reader): Literals {
  let best: Literals = null;
  let run = '';
  const keep = (literals: Literals) => {
    if (literals && shortest(literals) > shortest(best ?? [''])) best = literals;
  };
  while (reader.at < reader.source.length && !'|)'.includes(reader.source.charAt(reader.at))) {
    const item = readItem(reader);
    const times = readRepeat(reader);
    if (item.letter !== null && times === 'once') {
      run += item.letter;
      continue;
    }
    // With `+` the letter stands at least once, but what follows it need not follow directly.
    if (item.letter !== null && times === 'more') run += item.letter;
    keep(run === '' ? null : [run]);
    run = '';
    if (times !== 'maybe') keep(item.literals);
  }
  keep(run === '' ? null : [run]);
  return best;
}

function shortest(literals: readonly string[]): number {
  return literals.reduce((least, one) => Math.min(least, one.length), Number.POSITIVE_INFINITY);
}

function readRepeat(reader: Reader): 'once' | 'maybe' | 'more' {
  const rest = reader.source.slice(reader.at, reader.at + 16);
  const match = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(rest);
  if (!match) return 'once';
  reader.at += match[0].length;
  const least = match[1] === undefined ? (match[0].startsWith('+') ? 1 : 0) : Number(match[1]);
  return least > 0 ? 'more' : 'maybe';
}

const OTHER: Item = { letter: null, literals: null };

function readItem(reader: Reader): Item {
  const char = reader.source.charAt(reader.at);
  reader.at++;
  if (char === '(') return readGroup(reader);
  if (char === '[') return readClass(reader);
  if (char === '\\') return readEscape(reader);
  if ('.^$*+?'.includes(char)) return OTHER;
  return letter(char);
}

/** Letters beyond ASCII have more spellings than a fold knows. */
function letter(char: string): Item {
  return /^[\x20-\x7e]$/.test(char) ? { letter: char.toLowerCase(), literals: null } : OTHER;
}

function readGroup(reader: Reader): Item {
  const rest = reader.source.slice(reader.at, reader.at + 80);
  const flags = /^\?[a-zA-Z]*(?:-[a-zA-Z]+)?\)/.exec(rest);
  if (flags) {
    reader.at += flags[0].length;
    return OTHER;
  }
  if (rest.startsWith('?')) {
    const open = /^\?(?:[a-zA-Z]*(?:-[a-zA-Z]+)?:|P?<[A-Za-z]\w*>)/.exec(rest);
    if (!open) throw new NotUnderstood();
    reader.at += open[0].length;
  }
  const literals = readAlternatives(reader);
  if (reader.source.charAt(reader.at) !== ')') throw new NotUnderstood();
  reader.at++;
  return { letter: null, literals };
}

function readClass(reader: Reader): Item {
  if (reader.source.charAt(reader.at) === '^') reader.at++;
  if (reader.source.charAt(reader.at) === ']') reader.at++;
  while (reader.at < reader.source.length) {
    const char = reader.source.charAt(reader.at);
    if (char === '[' && reader.source.charAt(reader.at + 1) === ':') {
      const end = reader.source.indexOf(':]', reader.at + 2);
      if (end < 0) throw new NotUnderstood();
      reader.at = end + 2;
    } else if (char === ']') {
      reader.at++;
      return OTHER;
    } else reader.at += char === '\\' ? 2 : 1;
  }
  throw new NotUnderstood();
}

function readEscape(reader: Reader): Item {
  const char = reader.source.charAt(reader.at);
  reader.at++;
  if (/^[dDwWsSbBAzZnrtfva]$/.test(char)) return OTHER;
  if (char === '' || /^[A-Za-z0-9]$/.test(char)) throw new NotUnderstood();
  return letter(char);
}
