/**
 * From the text of a Sigma file to documents. Each document of the file gives exactly one entry: ready,
 * or the reasons why it cannot run. Files are a stranger's: bounded in size, depth and number (LIMITS),
 * without aliases and tags (the adapter refuses them).
 */
import { readCorrelation } from './correlation-parser.ts';
import { readDetection } from './detection-parser.ts';
import type { Placeholders } from './modifiers.ts';
import type {
  Condition,
  SigmaDocument,
  SigmaEntry,
  SigmaFilter,
  SigmaInfo,
  SigmaLogsource,
  SigmaPorts,
  SigmaRule,
  YamlDocument,
  YamlNode,
} from './sigma.types.ts';
import { invalid, quoted, SigmaProblem, unsupported } from './sigma-problem.ts';
import { checkSize, LIMITS, mapOf, textOf, textsOf } from './yaml-tree.ts';

export interface ParseOptions {
  readonly placeholders?: Placeholders;
}

export function parseSigma(
  text: string,
  ports: Pick<SigmaPorts, 'parseYaml' | 'hash'>,
  { placeholders = {} }: ParseOptions = {},
): readonly SigmaEntry[] {
  if (text.length > LIMITS.file) {
    const reason = `the file is larger than ${LIMITS.file} characters`;
    return [rejected('invalid', ports.hash(text), null, [reason])];
  }
  const documents = ports.parseYaml(text);
  const read = documents
    .slice(0, LIMITS.documents)
    .map((document) => readEntry(document, ports.hash(document.text), placeholders));
  if (documents.length > LIMITS.documents) {
    const reason = `the file has more than ${LIMITS.documents} documents; the rest was not read`;
    return [...read, rejected('invalid', ports.hash(text), null, [reason])];
  }
  return read.length > 0
    ? read
    : [rejected('invalid', ports.hash(text), null, ['the file is empty'])];
}

function rejected(
  state: 'invalid' | 'unsupported',
  hash: string,
  root: YamlNode | null,
  reasons: readonly string[],
): SigmaEntry {
  return { state, id: glimpse(root, 'id'), title: glimpse(root, 'title'), hash, reasons };
}

/** A text of a document that may be broken elsewhere. */
function glimpse(root: YamlNode | null, key: string): string | null {
  if (root?.type !== 'map') return null;
  const node = root.entries.find(([name]) => name === key)?.[1];
  return node?.type === 'scalar' && node.text !== '' ? node.text.slice(0, 256) : null;
}

function readEntry(
  { root, problem }: YamlDocument,
  hash: string,
  placeholders: Placeholders,
): SigmaEntry {
  if (problem !== null)
    return rejected('invalid', hash, root, [`not readable as YAML: ${problem}`]);
  try {
    if (!root) throw invalid('the document is empty');
    checkSize(root);
    const notes: string[] = [];
    return { state: 'ready', document: readDocument(root, hash, placeholders, notes), notes };
  } catch (error) {
    if (error instanceof SigmaProblem) return rejected(error.state, hash, root, [error.message]);
    throw error;
  }
}

function readDocument(
  root: YamlNode,
  hash: string,
  placeholders: Placeholders,
  notes: string[],
): SigmaDocument {
  const map = mapOf(root, 'the document');
  if (map.has('action'))
    throw unsupported('a collection with action, a form that Sigma 2 has dropped');
  const info = readInfo(map, hash);
  const taxonomy = textOf(map.get('taxonomy'), 'taxonomy') ?? 'sigma';
  if (taxonomy !== 'sigma')
    throw unsupported(`its fields are of the taxonomy ${quoted(taxonomy)}, not of sigma`);
  if (map.has('correlation')) return readCorrelation(map, info);
  if (map.has('filter')) return readFilter(map, info, placeholders, notes);
  if (map.has('detection')) return readRule(map, info, placeholders);
  throw invalid('neither detection, correlation nor filter');
}

function readInfo(map: ReadonlyMap<string, YamlNode>, hash: string): SigmaInfo {
  const text = (key: string) => textOf(map.get(key), key)?.slice(0, 1_024) ?? null;
  const title = text('title');
  if (title === null || title.trim() === '') throw invalid('no title');
  return {
    id: text('id'),
    name: text('name'),
    title,
    level: text('level')?.toLowerCase() ?? null,
    status: text('status')?.toLowerCase() ?? null,
    version: text('modified') ?? text('date'),
    hash,
    tags: textsOf(map.get('tags'), 'tags'),
    fields: textsOf(map.get('fields'), 'fields'),
  };
}

function readLogsource(map: ReadonlyMap<string, YamlNode>): SigmaLogsource {
  const entries = mapOf(map.get('logsource'), 'logsource');
  const text = (key: string) => textOf(entries.get(key), key)?.trim().toLowerCase();
  const [product, category, service] = [text('product'), text('category'), text('service')];
  if (!product && !category && !service)
    throw invalid('logsource names neither product, category nor service');
  return {
    ...(product ? { product } : {}),
    ...(category ? { category } : {}),
    ...(service ? { service } : {}),
  };
}

function readRule(
  map: ReadonlyMap<string, YamlNode>,
  info: SigmaInfo,
  placeholders: Placeholders,
): SigmaRule {
  const logsource = readLogsource(map);
  const detection = readDetection(map.get('detection'), 'detection', placeholders);
  return { kind: 'rule', info, logsource, detection };
}

function readFilter(
  map: ReadonlyMap<string, YamlNode>,
  info: SigmaInfo,
  placeholders: Placeholders,
  notes: string[],
): SigmaFilter {
  const logsource = readLogsource(map);
  const node = map.get('filter');
  const rules = textsOf(mapOf(node, 'filter').get('rules'), 'the rules of the filter');
  const isAny = rules.length === 1 && rules[0]?.toLowerCase() === 'any';
  if (rules.length === 0) throw invalid('the filter names no rules');
  const detection = readDetection(node, 'the filter', placeholders, ['rules']);
  const keeps = saysWhatPasses(detection.condition);
  if (keeps) notes.push('its condition says what passes, and is read so');
  return { kind: 'filter', info, logsource, rules: isAny ? null : rules, detection, keeps };
}

/**
 * The specification's filters say what is left out (`selection`), those of pySigma what passes
 * (`not selection`). Nobody writes a filter that leaves out all but its selection.
 */
function saysWhatPasses(condition: Condition): boolean {
  if (condition.type === 'not') return true;
  return condition.type === 'and' && condition.items.every(saysWhatPasses);
}
