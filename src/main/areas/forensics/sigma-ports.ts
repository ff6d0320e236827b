/**
 * What the Sigma engine (src/shared/areas/forensics/sigma) is given in Node. Rules are a stranger's text.
 * Defences: each document is read by itself and at most 512 KB long, no aliases (they let a few lines become gigabytes), no tags, a nesting too deep for the parser
 * is an answer, not a crash; expressions run on RE2's automata, linear in time, with a bounded program.
 */
import { createHash } from 'node:crypto';
import type { Document, Node, Pair, ParsedNode } from 'yaml';
import type {
  SigmaPorts,
  YamlDocument,
  YamlNode,
} from '../../../shared/areas/forensics/sigma/sigma.types.ts';

const LONGEST_EXPRESSION = 16_384;

/** Loaded where it is used: start-up does not pay for the two packages. */
export async function loadSigmaPorts(): Promise<SigmaPorts> {
  const [yaml, { RE2JS }] = await Promise.all([import('yaml'), import('re2js')]);
  const flagOf: Readonly<Record<string, number>> = {
    i: RE2JS.CASE_INSENSITIVE,
    m: RE2JS.MULTILINE,
    s: RE2JS.DOTALL,
  };
  return {
    parseYaml: (text) => parseYaml(text, yaml),
    regex(source, flags) {
      if (source.length > LONGEST_EXPRESSION) throw new Error('longer than 16,384 characters');
      let bits = 0;
      for (const flag of flags) bits |= flagOf[flag] ?? 0;
      return RE2JS.compile(source, bits);
    },
    hash: (text) => createHash('sha256').update(text).digest('hex'),
  };
}

type Yaml = typeof import('yaml');

const LONGEST_DOCUMENT = 524_288;
/** The parser takes seconds to find out that it cannot nest so deeply. */
const DEEP_NEST = /(?:[[{][ \t\r\n]*){64}|(?:[-?][ \t]+){64}/;

/** A line of three dashes begins a document wherever it stands (YAML 1.2, 9.1.2), in texts, too. */
function parseYaml(text: string, yaml: Yaml): readonly YamlDocument[] {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const parts = body.split(/^---(?=[ \t\r\n]|$)/m);
  const documents = parts.flatMap((part) => parsePart(part, yaml));
  const [only] = documents;
  // The hash of a file with one document is that of the file.
  return documents.length === 1 && only ? [{ ...only, text }] : documents;
}

function parsePart(part: string, yaml: Yaml): readonly YamlDocument[] {
  if (part.length > LONGEST_DOCUMENT)
    return [{ text: part, root: null, problem: 'a document is longer than 524,288 characters' }];
  if (DEEP_NEST.test(part)) return [{ text: part, root: null, problem: 'nested too deeply' }];
  // Comments and directives before the first document.
  if (part.split('\n').every((line) => /^\s*(?:[#%]|$)/.test(line))) return [];
  try {
    const parsed = yaml.parseAllDocuments(part, {
      schema: 'failsafe',
      prettyErrors: false,
      logLevel: 'silent',
      uniqueKeys: false,
      stringKeys: true,
    });
    if (!Array.isArray(parsed)) return [];
    return parsed
      .filter(({ contents, errors }) => contents !== null || errors.length > 0)
      .map((document) => readDocument(document, part, yaml));
  } catch {
    return [{ text: part, root: null, problem: 'nested too deeply' }];
  }
}

function readDocument(
  document: Document.Parsed<ParsedNode>,
  text: string,
  yaml: Yaml,
): YamlDocument {
  const [error] = document.errors;
  if (error) return { text, root: null, problem: error.message.slice(0, 200) };
  const [warning] = document.warnings;
  if (warning) return { text, root: null, problem: warning.message.slice(0, 200) };
  try {
    return { text, root: toTree(document.contents, yaml, 0), problem: null };
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message.slice(0, 200) : 'not readable';
    return { text, root: null, problem };
  }
}

const DEEPEST = 100;

function toTree(node: Node | null, yaml: Yaml, depth: number): YamlNode {
  if (depth > DEEPEST) throw new Error('nested too deeply');
  if (node === null) return { type: 'scalar', text: '', plain: true };
  if (yaml.isAlias(node)) throw new Error('aliases are not read');
  if (yaml.isScalar(node)) {
    if (node.tag !== undefined && node.tag !== 'tag:yaml.org,2002:str')
      throw new Error('tags are not read');
    const text = typeof node.value === 'string' ? node.value : String(node.value ?? '');
    return { type: 'scalar', text, plain: node.type === 'PLAIN' };
  }
  if (yaml.isSeq(node))
    return { type: 'list', items: node.items.map((item) => toTree(asNode(item), yaml, depth + 1)) };
  if (!yaml.isMap(node)) throw new Error('not readable');
  return {
    type: 'map',
    entries: node.items.map((pair) => [
      keyOf(pair, yaml),
      toTree(asNode(pair.value), yaml, depth + 1),
    ]),
  };
}

function keyOf(pair: Pair, yaml: Yaml): string {
  if (!yaml.isScalar(pair.key)) throw new Error('a key is no text');
  return String(pair.key.value ?? '');
}

function asNode(value: unknown): Node | null {
  return value instanceof Object ? (value as Node) : null;
}
