/** From rule files to rules: each document of a file is one rule, or a line that says why it is none. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { sigmaLogsourceSchema } from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import {
  isRuleFile,
  RULE_LIMITS,
  techniquesOf,
} from '../../../../shared/areas/forensics/rules/rules.rules.ts';
import { parseSigma } from '../../../../shared/areas/forensics/sigma/parse-sigma.ts';
import type {
  SigmaEntry,
  SigmaPorts,
  YamlDocument,
  YamlNode,
} from '../../../../shared/areas/forensics/sigma/sigma.types.ts';
import { compileSigma } from '../../../../shared/areas/forensics/sigma/sigma-set.ts';
import type { CompileYara, ReadRule, ReadTest } from './rule.types.ts';
import type { RuleFile, RuleFiles } from './rule-files.ts';

export interface ReadRules {
  readonly rules: readonly ReadRule[];
  readonly rejected: RuleFiles['rejected'];
  readonly duplicates: readonly { file: string; key: string; first: string }[];
}

interface ReadPorts {
  readonly sigma: SigmaPorts;
  readonly yara: CompileYara;
  /** Gives way, so that a cancel is heard. */
  readonly pause: () => Promise<void>;
}

const PAUSE_EVERY = 50;

export async function readRules(
  files: readonly RuleFile[],
  { sigma, yara, pause }: ReadPorts,
): Promise<ReadRules> {
  const found: ReadRule[] = [];
  const rejected: { file: string; reason: string }[] = [];
  const tests = testsOf(files, rejected);
  let at = 0;
  for (const file of files) {
    if (isRuleFile(file.path) !== 'sigma') continue;
    found.push(...readSigmaFile(file, sigma, tests.get(stem(file.path)) ?? [], rejected));
    if (++at % PAUSE_EVERY === 0) await pause();
  }
  found.push(...(await readYara(files, yara, rejected)));
  const { rules, duplicates } = withoutDuplicates(found, rejected);
  await pause();
  return { rules: compiled(rules, sigma), rejected, duplicates };
}

const stem = (path: string) => path.replace(/\.(?:ya?ml|tests\.json|yara?)$/i, '').toLowerCase();

const testsSchema = z
  .array(
    z.object({
      name: z.string().min(1).max(RULE_LIMITS.title),
      isHit: z.boolean(),
      declared: sigmaLogsourceSchema.optional(),
      event: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    }),
  )
  .max(RULE_LIMITS.tests);

function testsOf(
  files: readonly RuleFile[],
  rejected: { file: string; reason: string }[],
): Map<string, readonly ReadTest[]> {
  const tests = new Map<string, readonly ReadTest[]>();
  for (const { path, text } of files) {
    if (!/\.tests\.json$/i.test(path)) continue;
    try {
      tests.set(stem(path), testsSchema.parse(JSON.parse(text)));
    } catch {
      rejected.push({ file: path, reason: 'tests that cannot be read' });
    }
  }
  return tests;
}

function readSigmaFile(
  { path, text }: RuleFile,
  ports: SigmaPorts,
  tests: readonly ReadTest[],
  rejected: { file: string; reason: string }[],
): ReadRule[] {
  let documents: readonly YamlDocument[] = [];
  const entries = parseSigma(text, {
    hash: ports.hash,
    parseYaml(whole) {
      documents = ports.parseYaml(whole);
      return documents;
    },
  });
  return entries.flatMap((entry, at) => {
    const document = documents[at];
    // What is YAML and no rule (a workflow, a map of fields) is no rule that failed.
    if (!document || !claimsToBeRule(document, entry)) {
      const reason = entry.state === 'ready' ? 'no rule' : (entry.reasons[0] ?? 'no rule');
      rejected.push({ file: path, reason });
      return [];
    }
    const place = entries.length === 1 ? path : `${path}#${at + 1}`;
    return [toRule(entry, document, place, at === 0 ? tests : [])];
  });
}

function claimsToBeRule({ root }: YamlDocument, entry: SigmaEntry): boolean {
  if (entry.state === 'ready') return true;
  if (root?.type !== 'map') return false;
  const names = new Set(root.entries.map(([name]) => name));
  return ['detection', 'correlation', 'filter', 'logsource'].some((name) => names.has(name));
}

function nodeOf({ root }: YamlDocument, key: string): YamlNode | undefined {
  return root?.type === 'map' ? root.entries.find(([name]) => name === key)?.[1] : undefined;
}

function textAt(document: YamlDocument, key: string, most: number): string | null {
  const node = nodeOf(document, key);
  return node?.type === 'scalar' && node.text.trim() !== ''
    ? node.text.trim().slice(0, most)
    : null;
}

function textsAt(document: YamlDocument, key: string): string[] {
  const node = nodeOf(document, key);
  const items = node?.type === 'list' ? node.items : node ? [node] : [];
  return items
    .flatMap((item) =>
      item.type === 'scalar' && item.text.trim() !== '' ? [item.text.trim().slice(0, 500)] : [],
    )
    .slice(0, 50);
}

function logsourceOf(document: YamlDocument): string | null {
  const node = nodeOf(document, 'logsource');
  if (node?.type !== 'map') return null;
  const text = (name: string) => {
    const part = node.entries.find(([key]) => key === name)?.[1];
    return part?.type === 'scalar' && part.text !== '' ? part.text.slice(0, 100) : null;
  };
  const parts = [text('product'), text('category'), text('service')];
  return parts.filter((part) => part !== null).join(' / ') || null;
}

function toRule(
  entry: SigmaEntry,
  yaml: YamlDocument,
  place: string,
  tests: readonly ReadTest[],
): ReadRule {
  const isReady = entry.state === 'ready';
  const tags = textsAt(yaml, 'tags');
  const names = new Set(yaml.root?.type === 'map' ? yaml.root.entries.map(([name]) => name) : []);
  const kind = names.has('correlation') ? 'correlation' : names.has('filter') ? 'filter' : 'rule';
  const hash = isReady ? entry.document.info.hash : entry.hash;
  const id = isReady ? entry.document.info.id : entry.id;
  return {
    ...{ engine: 'sigma', kind, path: place, tags, hash, tests },
    key: (id ?? place).toLowerCase().slice(0, 300),
    title: (isReady ? entry.document.info.title : entry.title) ?? place,
    description: textAt(yaml, 'description', 4_000),
    author: textAt(yaml, 'author', 500),
    level: textAt(yaml, 'level', 40)?.toLowerCase() ?? null,
    status: textAt(yaml, 'status', 40)?.toLowerCase() ?? null,
    logsource: logsourceOf(yaml),
    reaches: null,
    techniques: techniquesOf(tags),
    falsePositives: textsAt(yaml, 'falsepositives'),
    state: entry.state,
    reasons: isReady ? [] : entry.reasons,
    statedVersion: textAt(yaml, 'modified', 40) ?? textAt(yaml, 'date', 40),
    text: yaml.text,
    document: isReady ? entry.document : null,
  };
}

async function readYara(
  files: readonly RuleFile[],
  compile: CompileYara,
  rejected: { file: string; reason: string }[],
): Promise<ReadRule[]> {
  const texts = files.filter(({ path }) => isRuleFile(path) === 'yara');
  if (texts.length === 0) return [];
  const answers = await compile(texts.map(({ path, text }) => ({ name: path, text })));
  return texts.flatMap(({ path, text }, at) => {
    const answer = answers[at];
    const hash = createHash('sha256').update(text).digest('hex');
    const base = {
      ...{
        engine: 'yara' as const,
        kind: 'rule' as const,
        path,
        hash,
        text,
        document: null,
        tests: [],
      },
      ...{
        status: null,
        logsource: 'files',
        reaches: 'files of an investigation',
        falsePositives: [],
      },
    };
    if (!answer) {
      rejected.push({ file: path, reason: 'it was not compiled' });
      return [];
    }
    const { state, reasons } = answer;
    const rules = answer.rules.length > 0 ? answer.rules : [{ identifier: '', tags: [], meta: {} }];
    return rules.map(({ identifier, tags, meta }): ReadRule => {
      const of = (name: string, most: number) => meta[name]?.trim().slice(0, most) || null;
      const techniques = [...tags, ...Object.values(meta)].flatMap(
        (tag) => tag.match(/\bT\d{4}(?:\.\d{3})?\b/g) ?? [],
      );
      return {
        ...base,
        ...{ state, reasons, tags: [...tags] },
        key: (of('id', 100) ?? `${path}#${identifier}`).toLowerCase().slice(0, 300),
        title: identifier || path,
        description: of('description', 4_000),
        author: of('author', 500),
        level: of('level', 40) ?? of('severity', 40),
        techniques: [...new Set(techniques)],
        statedVersion: of('modified', 40) ?? of('date', 40),
      };
    });
  });
}

function withoutDuplicates(
  found: readonly ReadRule[],
  rejected: { file: string; reason: string }[],
) {
  const byKey = new Map<string, ReadRule>();
  const duplicates: { file: string; key: string; first: string }[] = [];
  for (const rule of found) {
    const first = byKey.get(rule.key);
    if (first) duplicates.push({ file: rule.path, key: rule.key, first: first.path });
    else if (byKey.size >= RULE_LIMITS.rules)
      rejected.push({ file: rule.path, reason: `a pack has at most ${RULE_LIMITS.rules} rules` });
    else byKey.set(rule.key, rule);
  }
  return { rules: [...byKey.values()], duplicates };
}

/** What falls when compiled (expressions, correlations of rules that are not here) gets its reason. */
function compiled(rules: readonly ReadRule[], ports: SigmaPorts): ReadRule[] {
  const documents = rules.flatMap(({ document }) => document ?? []);
  const { lines } = compileSigma(documents, ports);
  const lineOf = new Map(lines.map((line) => [line.info, line]));
  return rules.map((rule) => {
    const line = rule.document ? lineOf.get(rule.document.info) : undefined;
    if (!line) return rule;
    const reaches = line.source === '' ? null : line.source.slice(0, 1_000);
    if (line.state === 'ready') return { ...rule, reaches };
    // A correlation may find its rules in another pack: it is compiled anew for each run.
    return { ...rule, reaches, state: 'unsupported', reasons: line.reasons };
  });
}

/** One rule as a person wrote it. */
export function readOwnRule(
  text: string,
  path: string,
  ports: SigmaPorts,
): { rule: ReadRule | null; problem: string | null } {
  const rejected: { file: string; reason: string }[] = [];
  const found = compiled(readSigmaFile({ path, text }, ports, [], rejected), ports);
  const [rule, ...more] = found;
  if (!rule) return { rule: null, problem: rejected[0]?.reason ?? 'no rule' };
  if (more.length > 0)
    return { rule: null, problem: 'more than one document; write each as a rule of its own' };
  return {
    rule,
    problem: rule.state === 'ready' ? null : `${rule.state}: ${rule.reasons.join('; ')}`,
  };
}
