/**
 * A set of Sigma rules, compiled once, then asked about events in a hot loop. For one thread: the set keeps
 * the event it looks at. Nothing is skipped in silence: every document given has its line in `lines`.
 */
import {
  allOf,
  type CompileTools,
  compileDetection,
  type MatchedField,
  type Node,
  negated,
} from './compile-detection.ts';
import { covers, describeSource } from './event-source.ts';
import { Columns } from './event-view.ts';
import { type Guard, guardOf, requiredIds } from './guard.ts';
import { Router } from './router.ts';
import type {
  FlatEvent,
  SigmaCorrelation,
  SigmaDocument,
  SigmaFilter,
  SigmaInfo,
  SigmaLogsource,
  SigmaPorts,
  SigmaRule,
} from './sigma.types.ts';
import { SigmaProblem } from './sigma-problem.ts';

/** A rule that runs. */
export interface CompiledRule {
  readonly document: SigmaRule;
  readonly node: Node;
  readonly guard: Guard | null;
  /** Null where it may match any event id. */
  readonly ids: ReadonlySet<string> | null;
  /** Filters that take matches away. */
  readonly filters: readonly SigmaInfo[];
}

export interface SigmaHit {
  /** The rule's place in `rules`. */
  readonly rule: number;
  readonly info: SigmaInfo;
  /** What the rule found where, in the rule's order; each field once a value. */
  readonly matched: readonly MatchedField[];
  /** The filters that the match has passed. */
  readonly filters: readonly SigmaInfo[];
  /** The event as the rule saw it: of audit events, with the fields of its category. */
  readonly event: FlatEvent;
  /** False where only correlations speak of the rule, and it does not report by itself. */
  readonly alone: boolean;
}

/** What became of one document. */
export interface SigmaLine {
  readonly kind: SigmaDocument['kind'];
  readonly info: SigmaInfo;
  readonly state: 'ready' | 'unsupported';
  readonly reasons: readonly string[];
  /** `declared`: no channel of Windows holds such events, they must be imported as what `source` says. */
  readonly reach: 'channels' | 'declared' | null;
  readonly source: string;
}

export interface SigmaSet {
  readonly lines: readonly SigmaLine[];
  readonly rules: readonly SigmaRule[];
  readonly correlations: readonly SigmaCorrelation[];
  /** @param declared what the importer knows of the stream; Windows events tell by their channel. */
  match(event: FlatEvent, declared?: SigmaLogsource): readonly SigmaHit[];
}

const MOST_MATCHED = 50;

export function compileSigma(
  documents: readonly SigmaDocument[],
  ports: Pick<SigmaPorts, 'regex'>,
): SigmaSet {
  const tools: CompileTools = { columns: new Columns(), ports };
  const lines: SigmaLine[] = [];
  const allFilters = compileFilters(documents, tools, lines);
  const compiled: CompiledRule[] = [];
  for (const document of documents) {
    if (document.kind !== 'rule') continue;
    const rule = compileRule(document, allFilters, tools);
    if (typeof rule !== 'string') compiled.push(rule);
    lines.push(lineOf(document, typeof rule === 'string' ? [rule] : []));
  }
  const rules = compiled.map(({ document }) => document);
  const correlations = usable(documents, rules, lines);
  const quiet = quietRules(rules, correlations);
  const router = new Router(compiled, tools.columns);
  return {
    lines,
    rules,
    correlations,
    match(event, declared) {
      const hits: SigmaHit[] = [];
      router.match(event, declared, (at, rule, view, seen) => {
        const found: MatchedField[] = [];
        rule.node.collect(view, found);
        const matched = distinct(found);
        const { document, filters } = rule;
        const alone = !quiet.has(at);
        hits.push({ rule: at, info: document.info, matched, filters, event: seen, alone });
      });
      return hits.length > 1 ? hits.sort((a, b) => a.rule - b.rule) : hits;
    },
  };
}

function distinct(found: readonly MatchedField[]): readonly MatchedField[] {
  const seen = new Set<string>();
  return found
    .filter(({ field, value }) => {
      const key = `${field}\n${value}`;
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, MOST_MATCHED);
}

interface CompiledFilter {
  readonly document: SigmaFilter;
  readonly node: Node;
}

function compileFilters(
  documents: readonly SigmaDocument[],
  tools: CompileTools,
  lines: SigmaLine[],
): readonly CompiledFilter[] {
  return documents.flatMap((document) => {
    if (document.kind !== 'filter') return [];
    const node = attempt(() => compileDetection(document.detection, tools));
    lines.push(lineOf(document, typeof node === 'string' ? [node] : []));
    return typeof node === 'string' ? [] : [{ document, node }];
  });
}

/** The reason where it cannot run. */
function attempt<T>(compile: () => T): T | string {
  try {
    return compile();
  } catch (error) {
    if (error instanceof SigmaProblem) return error.message;
    throw error;
  }
}

function compileRule(
  document: SigmaRule,
  filters: readonly CompiledFilter[],
  tools: CompileTools,
): CompiledRule | string {
  return attempt(() => {
    const own = compileDetection(document.detection, tools);
    const fitting = filters.filter((filter) => isFor(filter.document, document));
    const passes = fitting.map(({ document: { keeps }, node }) => (keeps ? node : negated(node)));
    // What passes a filter is no finding of the rule.
    const silent = passes.map((node): Node => ({ ...node, collect() {} }));
    return {
      document,
      node: silent.length === 0 ? own : allOf([own, ...silent]),
      guard: guardOf(document.detection, tools.columns),
      ids: requiredIds(document.detection),
      filters: fitting.map((filter) => filter.document.info),
    };
  });
}

function isFor(filter: SigmaFilter, rule: SigmaRule): boolean {
  if (!covers(filter.logsource, rule.logsource)) return false;
  return filter.rules === null || filter.rules.some((name) => isNamed(rule.info, name));
}

export function isNamed({ id, name }: SigmaInfo, wanted: string): boolean {
  return wanted === name || wanted.toLowerCase() === id?.toLowerCase();
}

function lineOf(document: SigmaDocument, reasons: readonly string[]): SigmaLine {
  const state = reasons.length > 0 ? 'unsupported' : 'ready';
  const { kind, info } = document;
  if (kind === 'correlation') return { kind, info, state, reasons, reach: null, source: '' };
  const { reach, text } = describeSource(document.logsource);
  return { kind, info, state, reasons, reach, source: text };
}

/** Correlations all of whose rules run, and which do not speak of themselves. */
function usable(
  documents: readonly SigmaDocument[],
  rules: readonly SigmaRule[],
  lines: SigmaLine[],
): readonly SigmaCorrelation[] {
  const all = documents.filter((document) => document.kind === 'correlation');
  let left = all;
  const reasons = new Map<SigmaCorrelation, string>();
  // Those that fall take with them those that speak of them; a circle never gets its turn.
  const ready: SigmaCorrelation[] = [];
  for (;;) {
    const next = left.filter((one) => one.rules.every((name) => isKnown(name, rules, ready)));
    if (next.length === 0) break;
    ready.push(...next);
    left = left.filter((one) => !next.includes(one));
  }
  for (const one of left) {
    const missing = one.rules.find((name) => !isKnown(name, rules, ready));
    reasons.set(one, `it speaks of ${missing ?? 'a rule'}, which is not among the rules that run`);
  }
  for (const one of all) lines.push(lineOf(one, [reasons.get(one) ?? []].flat()));
  return ready;
}

function isKnown(
  name: string,
  rules: readonly SigmaRule[],
  correlations: readonly SigmaCorrelation[],
): boolean {
  return [...rules, ...correlations].some(({ info }) => isNamed(info, name));
}

/** Rules that only serve correlations (correlation specification, 'Generate'). */
function quietRules(
  rules: readonly SigmaRule[],
  correlations: readonly SigmaCorrelation[],
): ReadonlySet<number> {
  const quiet = correlations
    .filter(({ generate }) => !generate)
    .flatMap((one) => one.rules.map((name) => rules.findIndex((rule) => isNamed(rule.info, name))));
  return new Set(quiet.filter((at) => at >= 0));
}
