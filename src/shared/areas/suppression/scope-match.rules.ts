/** Which alerts a scope means, one by one and by hundreds of scopes at once. */
import type { Severity } from '../../kernel/severity.ts';
import { parseAddress, parseNetwork } from '../vendors/addresses.rules.ts';
import { isWithinCeiling, type SuppressionScope, titleWordsOf } from './suppression.rules.ts';

/** What a scope looks at. `techniques` is a list, or JSON of one. */
export interface ScopedAlert {
  readonly title: string;
  readonly severity: Severity;
  readonly source: string;
  readonly detector: string | null;
  readonly sourceHost: string | null;
  readonly sourceUser: string | null;
  readonly sourceIp: string | null;
  readonly destIp: string | null;
  readonly techniques: readonly string[] | string;
}

export type ScopeTest = (alert: ScopedAlert) => boolean;

const fold = (text: string): string => text.toLowerCase();
const techniquesOf = ({ techniques }: ScopedAlert): readonly string[] => {
  if (typeof techniques !== 'string') return techniques;
  return techniques === '[]' ? [] : (JSON.parse(techniques) as string[]);
};

/** The alert's own addresses: many sources name a host by its address. */
const addressesOf = ({ sourceIp, destIp, sourceHost }: ScopedAlert): string[] =>
  [sourceIp, destIp, sourceHost].filter((value) => value !== null);

/** `*` stands for any characters. Without a regular expression, so that no pattern takes long. */
function patternTest(pattern: string): (folded: string) => boolean {
  const parts = fold(pattern).split('*');
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return (text) => text === first;
  return (text) => {
    if (text.length < first.length + last.length) return false;
    if (!text.startsWith(first) || !text.endsWith(last)) return false;
    const end = text.length - last.length;
    let at = first.length;
    for (const part of rest) {
      const found = text.indexOf(part, at);
      if (found === -1 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}

function nameTest(patterns: readonly string[]): (name: string | null) => boolean {
  const exact = new Set(patterns.filter((one) => !one.includes('*')).map(fold));
  const tests = patterns.filter((one) => one.includes('*')).map(patternTest);
  return (name) => {
    if (name === null) return false;
    const folded = fold(name);
    return exact.has(folded) || tests.some((test) => test(folded));
  };
}

/** So many addresses are remembered as read. */
const KNOWN_ADDRESSES = 10_000;

type ParsedAddress = ReturnType<typeof parseAddress>;
type ParseAddress = (text: string) => ParsedAddress;

const BITS = { 4: 32, 6: 128 } as const;
/** Where a network begins, of an address in it. */
const baseOf = (value: bigint, family: 4 | 6, prefix: number): bigint =>
  value >> BigInt(BITS[family] - prefix);
const networkKey = (family: 4 | 6, prefix: number, base: bigint): string =>
  `n${family}/${prefix}/${base}`;

const networksOf = (texts: readonly string[]) =>
  texts.flatMap((text) => {
    const network = parseNetwork(text);
    if (!network) return [];
    const { family, prefix } = network;
    return [{ family, prefix, base: baseOf(network.base, family, prefix) }];
  });

function addressTest(texts: readonly string[], parse: ParseAddress): (address: string) => boolean {
  const networks = networksOf(texts);
  return (address) => {
    const one = parse(address);
    if (!one) return false;
    return networks.some(
      ({ family, prefix, base }) =>
        family === one.family && baseOf(one.value, family, prefix) === base,
    );
  };
}

/** Reads each address once: a batch names few, and reading one costs more than comparing it. */
function createAddressParser(): ParseAddress {
  const known = new Map<string, ParsedAddress>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= KNOWN_ADDRESSES) known.clear();
    const parsed = parseAddress(text.trim());
    known.set(text, parsed);
    return parsed;
  };
}

/** A technique means its sub-techniques too. */
const isTechnique = (wanted: ReadonlySet<string>, id: string): boolean =>
  wanted.has(id) || wanted.has(id.split('.')[0] ?? id);

/** Whether all conditions hold; the cheap ones are asked first. */
export function scopeTest(
  scope: SuppressionScope,
  parse: ParseAddress = createAddressParser(),
): ScopeTest {
  const sources = new Set(scope.sources);
  const detectors = new Set(scope.detectors);
  const techniques = new Set(scope.techniques);
  const tests: ScopeTest[] = [({ severity }) => isWithinCeiling(severity, scope.maxSeverity)];
  if (sources.size > 0) tests.push(({ source }) => sources.has(source));
  if (detectors.size > 0)
    tests.push(({ detector }) => detector !== null && detectors.has(detector));
  if (scope.hosts.length > 0) {
    const isHost = nameTest(scope.hosts);
    tests.push(({ sourceHost }) => isHost(sourceHost));
  }
  if (scope.users.length > 0) {
    const isUser = nameTest(scope.users);
    tests.push(({ sourceUser }) => isUser(sourceUser));
  }
  if (techniques.size > 0)
    tests.push((alert) => techniquesOf(alert).some((id) => isTechnique(techniques, id)));
  if (scope.addresses.length > 0) {
    const isWithin = addressTest(scope.addresses, parse);
    tests.push((alert) => addressesOf(alert).some(isWithin));
  }
  if (scope.titleWords.length > 0) {
    const words = scope.titleWords.flatMap(titleWordsOf);
    tests.push(({ title }) => {
      const has = new Set(titleWordsOf(title));
      return words.every((word) => has.has(word));
    });
  }
  return (alert) => tests.every((test) => test(alert));
}

interface IndexedRule<Rule> {
  readonly rule: Rule;
  readonly order: number;
  readonly test: ScopeTest;
}

const isExact = (values: readonly string[]): boolean =>
  values.length > 0 && values.every((value) => !value.includes('*'));

/** Under what a rule is looked for: the narrowest of its conditions whose values can be looked up. */
function keysOf(scope: SuppressionScope): string[] | null {
  if (isExact(scope.hosts)) return scope.hosts.map((host) => `h${fold(host)}`);
  if (isExact(scope.users)) return scope.users.map((user) => `u${fold(user)}`);
  if (scope.addresses.length > 0)
    return networksOf(scope.addresses).map(({ family, prefix, base }) =>
      networkKey(family, prefix, base),
    );
  if (scope.detectors.length > 0) return scope.detectors.map((detector) => `d${detector}`);
  if (scope.techniques.length > 0) return scope.techniques.map((id) => `t${id}`);
  if (scope.sources.length > 0) return scope.sources.map((source) => `s${source}`);
  return null;
}

/**
 * Finds the first of many rules (in the given order) that means an alert. What it costs depends on the
 * rules that share a value with the alert, not on how many there are.
 */
export function createRuleIndex<Rule extends { readonly scope: SuppressionScope }>(
  rules: readonly Rule[],
): (alert: ScopedAlert) => Rule | null {
  const byKey = new Map<string, IndexedRule<Rule>[]>();
  const kinds = new Set<string>();
  const parse = createAddressParser();
  const prefixes = { 4: new Set<number>(), 6: new Set<number>() };
  const others: IndexedRule<Rule>[] = [];
  for (const [order, rule] of rules.entries()) {
    const indexed = { rule, order, test: scopeTest(rule.scope, parse) };
    for (const { family, prefix } of networksOf(rule.scope.addresses)) prefixes[family].add(prefix);
    const keys = keysOf(rule.scope);
    if (keys === null) others.push(indexed);
    for (const key of new Set(keys)) {
      kinds.add(key.charAt(0));
      const found = byKey.get(key);
      if (found) found.push(indexed);
      else byKey.set(key, [indexed]);
    }
  }
  const networkKeysOf = (address: string): string[] => {
    const one = parse(address);
    if (!one) return [];
    const { family, value } = one;
    return [...prefixes[family]].map((prefix) =>
      networkKey(family, prefix, baseOf(value, family, prefix)),
    );
  };
  const keysFor = (alert: ScopedAlert): string[] => {
    const keys: string[] = [];
    if (kinds.has('h') && alert.sourceHost !== null) keys.push(`h${fold(alert.sourceHost)}`);
    if (kinds.has('u') && alert.sourceUser !== null) keys.push(`u${fold(alert.sourceUser)}`);
    if (kinds.has('n')) keys.push(...addressesOf(alert).flatMap(networkKeysOf));
    if (kinds.has('d') && alert.detector !== null) keys.push(`d${alert.detector}`);
    if (kinds.has('t'))
      keys.push(...techniquesOf(alert).flatMap((id) => [`t${id}`, `t${id.split('.')[0]}`]));
    if (kinds.has('s')) keys.push(`s${alert.source}`);
    return keys;
  };
  return (alert) => {
    let first: IndexedRule<Rule> | undefined;
    const look = (candidates: readonly IndexedRule<Rule>[]) => {
      // They stand in the order of the rules: the first that means the alert is the first of its list.
      for (const candidate of candidates) {
        if (first && candidate.order >= first.order) return;
        if (candidate.test(alert)) first = candidate;
      }
    };
    look(others);
    for (const key of keysFor(alert)) {
      const candidates = byKey.get(key);
      if (candidates) look(candidates);
    }
    return first?.rule ?? null;
  };
}
