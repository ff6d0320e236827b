/**
 * A settled query held against one alert in memory: what the page shows of its loaded rows until the
 * core has answered. The core has its own way (src/main/areas/alerts/query-*.ts); tests hold the two together.
 */
import { fold } from '../search/search.rules.ts';
import { type FieldName, HOURS, severitiesOf, statusesOf, WEEKDAYS } from './query-fields.ts';
import { isInNetwork, networkOf, type QueryNode, type QueryTerm } from './query-language.ts';
import type { QueryValue } from './query-lexer.ts';
import { wallReader } from './query-times.ts';

/** What a query asks of an alert; what is absent has no value. */
export interface MatchedAlert {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly severity: string;
  readonly status: string;
  readonly source: string;
  readonly sourceHost: string | null;
  readonly sourceUser: string | null;
  readonly sourceIp: string | null;
  readonly destIp: string | null;
  readonly detector: string | null;
  readonly category: string | null;
  readonly techniques: readonly string[];
  readonly assignedTo: string | null;
  readonly escalated: boolean;
  readonly importId: string | null;
  readonly createdAt: string;
  readonly firstActionAt?: string | null;
  readonly verdict?: string | null;
  readonly reasonCode?: string | null;
  readonly resolvedAt?: string | null;
  readonly closedBy?: string | null;
  readonly suppressedBy?: string | null;
  readonly engine?: { readonly decision: string } | undefined;
  /** Known to the core only. `closedAutomatically`: and it stands. */
  readonly closedAutomatically?: boolean;
  readonly groupKey?: string | null;
  readonly incidentId?: string | null;
  readonly watchedBy?: readonly string[];
  readonly mentions?: readonly string[];
}

type Test = (alert: MatchedAlert) => boolean;

export function queryTest(node: QueryNode): Test {
  switch (node.type) {
    case 'word':
      return wordTest(node.value, ALL_TEXTS);
    case 'not': {
      const test = queryTest(node.node);
      return (alert) => !test(alert);
    }
    case 'term':
      return termTest(node);
    default: {
      const tests = node.nodes.map(queryTest);
      return node.type === 'and'
        ? (alert) => tests.every((test) => test(alert))
        : (alert) => tests.some((test) => test(alert));
    }
  }
}

const lower = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Whole, `*` standing for anything; letters A to Z in either case. */
export function isLike(text: string, pieces: readonly string[]): boolean {
  const folded = lower(text);
  const [first = '', ...rest] = pieces.map(lower);
  const last = rest.pop();
  if (last === undefined) return folded === first;
  if (!folded.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = folded.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return folded.length - last.length >= at && folded.endsWith(last);
}

const VALUES: Partial<
  Record<FieldName, (alert: MatchedAlert) => ReadonlyArray<string | null | undefined>>
> = {
  verdict: (alert) => [alert.verdict?.toLowerCase()],
  reason: (alert) => [alert.reasonCode],
  decision: (alert) => [alert.engine?.decision],
  source: (alert) => [alert.source],
  detector: (alert) => [alert.detector],
  category: (alert) => [alert.category],
  host: (alert) => [alert.sourceHost],
  user: (alert) => [alert.sourceUser],
  ip: (alert) => [alert.sourceIp, alert.destIp],
  dest: (alert) => [alert.destIp],
  assignee: (alert) => [alert.assignedTo],
  'closed-by': (alert) => [alert.closedBy],
  import: (alert) => [alert.importId],
  id: (alert) => [alert.id],
  group: (alert) => [alert.groupKey],
  incident: (alert) => [alert.incidentId],
  watched: (alert) => alert.watchedBy ?? [],
  mentioned: (alert) => alert.mentions ?? [],
};

export function isNone({ pieces, isQuoted }: QueryValue): boolean {
  return !isQuoted && pieces.length === 1 && pieces[0]?.toLowerCase() === 'none';
}

/** `closed-by:watchfloor`: not by a person. */
export function isAutomatic(field: FieldName, { pieces, isQuoted }: QueryValue): boolean {
  const [word] = pieces;
  const isPlain = !isQuoted && pieces.length === 1;
  return field === 'closed-by' && isPlain && word?.toLowerCase() === 'watchfloor';
}

function termTest(term: QueryTerm): Test {
  const words = term.values.map((value) => value.pieces.join('*'));
  switch (term.field) {
    case 'severity': {
      const severities = words.flatMap((word) => severitiesOf(term.compare, word));
      return ({ severity }) => severities.includes(severity);
    }
    case 'status': {
      const statuses = words.flatMap(statusesOf);
      return ({ status }) => statuses.includes(status);
    }
    case 'escalated':
      return ({ escalated }) => words.includes(escalated ? 'yes' : 'no');
    case 'acted':
      return ({ status, firstActionAt }) =>
        words.includes(status === 'OPEN' && !firstActionAt ? 'no' : 'yes');
    case 'hour':
    case 'weekday':
      return wallTest(term.field, words);
    case 'suppressed':
      return ({ suppressedBy }) => words.includes(suppressedBy ? 'yes' : 'no');
    case 'after':
      return ({ createdAt }) => words.some((word) => Date.parse(createdAt) >= Date.parse(word));
    case 'before':
      return ({ createdAt }) => words.some((word) => Date.parse(createdAt) < Date.parse(word));
    case 'closed-after':
      return ({ resolvedAt }) =>
        words.some((word) => Date.parse(resolvedAt ?? '') >= Date.parse(word));
    case 'closed-before':
      return ({ resolvedAt }) =>
        words.some((word) => Date.parse(resolvedAt ?? '') < Date.parse(word));
    case 'title':
    case 'text': {
      const columns = term.field === 'title' ? TITLE : TITLE_AND_DESCRIPTION;
      const tests = term.values.map((value) => wordTest(value, columns));
      return (alert) => tests.some((test) => test(alert));
    }
    case 'tech': {
      const tests = term.values.map(techniqueTest);
      return ({ techniques }) => tests.some((test) => test(techniques));
    }
    default:
      return valueTest(term);
  }
}

/** `07@Europe/Berlin` as what `wallReader` gives. */
export function wallValueOf(
  field: 'hour' | 'weekday',
  word: string,
): { readonly value: number; readonly zone: string } {
  const [typed = '', zone = 'UTC'] = word.split('@');
  const words: readonly string[] = field === 'hour' ? HOURS : WEEKDAYS;
  return { value: words.indexOf(typed), zone };
}

function wallTest(field: 'hour' | 'weekday', words: readonly string[]): Test {
  const tests = words.map((word) => {
    const { value, zone } = wallValueOf(field, word);
    const read = wallReader(zone);
    return (moment: number) => read(moment)[field] === value;
  });
  return ({ createdAt }) => tests.some((test) => test(Date.parse(createdAt)));
}

const TYPED_TECHNIQUE = /^t\d{4}(?:\.\d{3})?$/i;

/** A technique of ATT&CK as it is written; null where the value is something else. */
export function techniqueOf({ pieces }: QueryValue): string | null {
  const [typed = ''] = pieces;
  return pieces.length === 1 && TYPED_TECHNIQUE.test(typed) ? typed.toUpperCase() : null;
}

function techniqueTest(value: QueryValue): (techniques: readonly string[]) => boolean {
  if (isNone(value)) return (techniques) => techniques.length === 0;
  const known = techniqueOf(value);
  if (!known) return (techniques) => techniques.some((one) => isLike(one, value.pieces));
  const isOf = (one: string) =>
    one === known || (one.startsWith(`${known}.`) && /^\.\d{3}$/.test(one.slice(known.length)));
  return (techniques) => techniques.some(isOf);
}

function valueTest({ field, values }: QueryTerm): Test {
  const read = VALUES[field] ?? (() => []);
  const isAddress = field === 'ip' || field === 'dest';
  const tests = values.map((value): Test => {
    if (isAutomatic(field, value)) return (alert) => alert.closedAutomatically === true;
    if (isNone(value))
      return (alert) => read(alert).every((one) => one === null || one === undefined);
    const network =
      isAddress && value.pieces.length === 1 ? networkOf(value.pieces[0] ?? '') : null;
    const is = (one: string) => (network ? isInNetwork(one, network) : isLike(one, value.pieces));
    return (alert) => read(alert).some((one) => typeof one === 'string' && is(one));
  });
  return (alert) => tests.some((test) => test(alert));
}

type Texts = (alert: MatchedAlert) => ReadonlyArray<string | null>;
const TITLE: Texts = ({ title }) => [title];
const TITLE_AND_DESCRIPTION: Texts = ({ title, description }) => [title, description];
const ALL_TEXTS: Texts = ({ title, description, source, sourceHost, sourceUser }) => [
  title,
  description,
  source,
  sourceHost,
  sourceUser,
];

const TYPED_IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const IPV4_START = /^\d{1,3}(?:\.\d{1,3}){1,2}\.?$/;
const IPV6_START = /^[\da-f]{0,4}:[\da-f:.]*$/i;
const TECHNIQUE = /^T\d{4}(?:\.\d{3})?$/i;
const NOT_A_WORD = /[^\p{L}\p{N}]+/u;

function wordTest(value: QueryValue, texts: Texts): Test {
  const [first = ''] = value.pieces;
  const isOpen = value.pieces.length === 2 && value.pieces[1] === '';
  if (value.pieces.length > 1 && !isOpen) {
    const pieces = ['', ...value.pieces, ''];
    return (alert) => texts(alert).some((text) => text !== null && isLike(text, pieces));
  }
  const inText = phraseTest(first, isOpen || (!value.isQuoted && mayBegin(first)));
  const phrase: Test = (alert) => texts(alert).some((text) => text !== null && inText(text));
  if (texts !== ALL_TEXTS) return phrase;
  if (TYPED_IPV4.test(first)) return (alert) => hasAddress(alert, (one) => one === first);
  if (TECHNIQUE.test(first)) {
    const known = first.toUpperCase();
    const isOf = (one: string) => one === known || one.startsWith(`${known}.`);
    return (alert) => alert.techniques.some(isOf) || phrase(alert);
  }
  if (IPV4_START.test(first) || IPV6_START.test(first)) {
    const start =
      IPV4_START.test(first) && !first.endsWith('.') ? `${first}.` : first.toLowerCase();
    return (alert) => hasAddress(alert, (one) => one.startsWith(start)) || phrase(alert);
  }
  return phrase;
}

function mayBegin(word: string): boolean {
  const last = fold(word).split(NOT_A_WORD).filter(Boolean).at(-1) ?? '';
  return word.replace(/[^\p{L}\p{N}]/gu, '').length > 1 && /\p{L}/u.test(last);
}

function phraseTest(typed: string, isOpen: boolean): (text: string) => boolean {
  const parts = fold(typed).split(NOT_A_WORD).filter(Boolean);
  return (text) => {
    const words = fold(text).split(NOT_A_WORD).filter(Boolean);
    return words.some((_, from) =>
      parts.every((part, n) => {
        const word = words[from + n] ?? '';
        return isOpen && n === parts.length - 1 ? word.startsWith(part) : word === part;
      }),
    );
  };
}

const IPV4 = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]*\d)/g;

function hasAddress(alert: MatchedAlert, is: (address: string) => boolean): boolean {
  const { sourceIp, destIp, title, description, sourceHost, sourceUser } = alert;
  if ([sourceIp, destIp].some((one) => one !== null && is(one.toLowerCase()))) return true;
  return [title, description, sourceHost, sourceUser].some((text) =>
    (text?.match(IPV4) ?? []).some(is),
  );
}
