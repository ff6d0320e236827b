/**
 * Random rules with an answer of their own, worked out from the rule's text as slowly as can be: values
 * become regular expressions of the platform, every rule is asked about every event.
 */
import type { FlatEvent } from '../../src/shared/areas/forensics/sigma/sigma.types.ts';
import type { Random } from '../helpers/random.ts';

type Ask = (event: FlatEvent) => boolean;

interface NaiveRule {
  /** The lines below `detection:`. */
  readonly yaml: string;
  readonly asks: Ask;
}

const FIELDS = ['F', 'G', 'Long Name', ''] as const;
const PLACES = ['', 'contains', 'startswith', 'endswith'] as const;
const EXTRAS = ['', '', '', 'all', 'cased', 'windash', 'neq', 're', 'gt', 'cidr'] as const;
const WORDS = [
  'whoami',
  '\\cmd.exe',
  'PowerShell',
  ' -enc ',
  '/c',
  '–x',
  'a',
  'B',
  '\\',
  '*',
  '?',
  'é☠',
  '10.1.2.3',
  '17',
  'c:\\windows\\system32\\',
] as const;

function words(random: Random, most: number): string {
  return Array.from({ length: 1 + random.below(most) }, () => random.pick(WORDS)).join('');
}

/** Values that stand in rules stand in events, too, in other company. */
export function randomEvent(random: Random): FlatEvent {
  const event: Record<string, string | string[]> = {};
  for (const field of ['F', 'G', 'LongName', 'Other']) {
    if (random.chance(25)) continue;
    const value = () => (random.chance(8) ? '' : cased(random, words(random, 4)));
    event[field] = random.chance(15) ? [value(), value()] : value();
  }
  return event;
}

function cased(random: Random, text: string): string {
  return random.chance(30) ? text.toUpperCase() : text;
}

export function randomRule(random: Random): NaiveRule {
  const names = ['a', 'b', 'c'].slice(0, 1 + random.below(3));
  const selections = names.map(() => randomSelection(random));
  const { text, asks } = randomCondition(random, names, selections);
  const parts = names.map((name, at) => `${name}:\n${selections[at]?.yaml ?? ''}`);
  return { yaml: [...parts, `condition: ${text}`].join('\n'), asks };
}

function randomSelection(random: Random): NaiveRule {
  const isSingle = random.chance(50);
  const fields = [randomField(random, random.pick(FIELDS), isSingle)];
  if (!isSingle) fields.push(randomField(random, 'Other', false));
  return {
    yaml: fields.map(({ yaml }) => yaml).join('\n'),
    asks: (event) => fields.every(({ asks }) => asks(event)),
  };
}

/** @param isSingle whether keywords may be a list without a name. */
function randomField(random: Random, name: string, isSingle: boolean): NaiveRule {
  const extra = random.pick(EXTRAS);
  if (extra === 're') return randomExpression(random, name);
  if (extra === 'gt' || extra === 'cidr') return randomFigure(random, name || 'F', extra);
  const place = random.pick(PLACES);
  const values = Array.from({ length: 1 + random.below(3) }, () => words(random, 3));
  const isWordless = isSingle && name === '' && place === '' && extra === '';
  const key = [name, ...[place, extra].filter((part) => part !== '')].join('|');
  const checks = values.map((value) => checkOf(value, name === '' ? 'contains' : place, extra));
  const lines = values.map((value) => `    - '${value.replaceAll("'", "''")}'`).join('\n');
  const isAll = extra === 'all';
  return {
    yaml: isWordless ? lines.replaceAll('    -', '  -') : `  '${key}':\n${lines}`,
    asks(event) {
      const texts = textsOf(event, name);
      const one = (check: (text: string) => boolean) => texts.some(check);
      const fits = isAll ? checks.every(one) : checks.some(one);
      return extra === 'neq' ? !fits : fits;
    },
  };
}

function randomExpression(random: Random, name: string): NaiveRule {
  const source = random.pick([
    '(?i)who(am)?i',
    'cmd\\.(exe|com)',
    '^a+B',
    '[aB]\\\\',
    'x|PowerShell$',
    '(ab?){1,3}c:',
    '(whoami|/c){2}',
    '\\d+',
  ]);
  const expression = source.startsWith('(?i)')
    ? new RegExp(source.slice(4), 'i')
    : new RegExp(source);
  return {
    yaml: `  '${name}|re': '${source}'`,
    asks: (event) => textsOf(event, name).some((text) => expression.test(text)),
  };
}

function randomFigure(random: Random, name: string, kind: 'gt' | 'cidr'): NaiveRule {
  if (kind === 'gt') {
    const than = random.below(20);
    const isMore = (text: string) => text.trim() !== '' && Number(text) > than;
    return {
      yaml: `  '${name}|gt': ${than}`,
      asks: (event) => textsOf(event, name).some(isMore),
    };
  }
  return {
    yaml: `  '${name}|cidr': '10.0.0.0/8'`,
    asks: (event) => textsOf(event, name).some((text) => text === '10.1.2.3'),
  };
}

/** The empty name is every field. */
function textsOf(event: FlatEvent, name: string): readonly string[] {
  if (name === '') return Object.values(event).flat();
  const key = name.replaceAll(' ', '');
  return [event[key] ?? []].flat();
}

function checkOf(value: string, place: string, extra: string): (text: string) => boolean {
  const before = place === 'contains' || place === 'endswith' ? '[^]*' : '';
  const after = place === 'contains' || place === 'startswith' ? '[^]*' : '';
  const middle = extra === 'windash' ? dashed(value) : [...value].map((char) => char);
  const expression = new RegExp(
    `^${before}${toExpression(middle)}${after}$`,
    extra === 'cased' ? '' : 'i',
  );
  return (text) => expression.test(text);
}

const DASH = '[-/–—―]';

function dashed(value: string): readonly string[] {
  const chars = [...value];
  return chars.map((char, at) => {
    const isWord = (one: string | undefined) => one !== undefined && /[\p{L}\p{N}_]/u.test(one);
    return '-/–—―'.includes(char) && !isWord(chars[at - 1]) && isWord(chars[at + 1]) ? DASH : char;
  });
}

function toExpression(chars: readonly string[]): string {
  let out = '';
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] ?? '';
    const next = chars[at + 1] ?? '';
    if (char === '\\' && next !== '' && '\\*?'.includes(next)) {
      out += quoted(next);
      at++;
    } else if (char === '*') out += '[^]*';
    else if (char === '?') out += '[^]';
    else out += char.length > 1 ? char : quoted(char);
  }
  return out;
}

function quoted(char: string): string {
  return char.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');
}

function randomCondition(
  random: Random,
  names: readonly string[],
  selections: readonly NaiveRule[],
): { readonly text: string; readonly asks: Ask } {
  const all: Ask = (event) => selections.every(({ asks }) => asks(event));
  const any: Ask = (event) => selections.some(({ asks }) => asks(event));
  const [first, ...rest] = selections.map(({ asks }) => asks);
  const [name = 'a', ...others] = names;
  const restAny: Ask = (event) => rest.some((asks) => asks(event));
  const options = [
    { text: 'all of them', asks: all },
    { text: '1 of them', asks: any },
    { text: names.join(' and '), asks: all },
  ];
  if (first && rest.length > 0) {
    const either = others.join(' or ');
    options.push(
      { text: `${name} and not (${either})`, asks: (event) => first(event) && !restAny(event) },
      { text: `not ${name} and (${either})`, asks: (event) => !first(event) && restAny(event) },
      {
        text: `${name} or not (${either})`,
        asks: (event) => first(event) || !restAny(event),
      },
    );
  }
  return random.pick(options);
}
