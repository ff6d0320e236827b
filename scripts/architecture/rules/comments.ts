import type { Project } from '../project.ts';
import { type Node, type SourceFile, walk } from '../source-file.ts';
import type { Finding } from '../violation.ts';

/** Comments that switch a tool off. Biome's own must give a reason, and Biome says so itself. */
const SWITCHES =
  /^\s*(?<name>@ts-expect-error|@ts-ignore|@ts-nocheck|eslint-disable\S*|(?:v8|c8|istanbul) ignore|@public|@internal|@knipignore)(?<rest>.*)$/m;
const NEVER = /^(?:@ts-ignore|@ts-nocheck|eslint|@knipignore)/;
const SHORTEST_REASON = 12;

/** No suppression without its reason. */
export function checkSuppressions(project: Project): Finding[] {
  return project.sources.flatMap((source) =>
    source.comments.flatMap(({ value, start }) => {
      const found = SWITCHES.exec(value.replace(/^\*/, ''))?.groups;
      if (!found) return [];
      const { name = '', rest = '' } = found;
      const hasReason = rest.replace(/^\W+/, '').trim().length >= SHORTEST_REASON;
      if (hasReason && !NEVER.test(name)) return [];
      const message = NEVER.test(name)
        ? `${name} is not used here`
        : `${name} needs its reason in the same comment`;
      return [{ file: source.path, line: source.lineOf(start), message }];
    }),
  );
}

const RUNNERS = /^(?:test|it|describe|suite|bench)$/;
const CONDITIONS = /^(?:skip|skipIf|runIf)$/;

/** A test that does not run says why: `// Skipped …` above it, or `(left out: …)` in its title. */
export function checkSkips(project: Project): Finding[] {
  return project.sources.flatMap((source) => {
    const findings: Finding[] = [];
    walk(source, (node, parents) => {
      const message = problemOf(source, node, parents);
      if (message) findings.push({ file: source.path, line: source.lineOf(node.start), message });
    });
    return findings;
  });
}

function problemOf(source: SourceFile, node: Node, parents: readonly Node[]): string | null {
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return null;
  const { name } = node.property;
  if (!isRunner(node.object)) return null;
  if (name === 'only' || name === 'todo') return `.${name} is not handed over`;
  if (!CONDITIONS.test(name)) return null;
  const hasReason =
    SKIPPED.test(commentAbove(source, node)) || parents.some((call) => says(source, call));
  return hasReason ? null : `.${name} needs a comment above it that begins: Skipped where …`;
}

/** `test`, `test.concurrent`, `describe.sequential`. */
function isRunner(node: Node): boolean {
  if (node.type === 'MemberExpression') return isRunner(node.object);
  return node.type === 'Identifier' && RUNNERS.test(node.name);
}

const SKIPPED = /^\W*Skipped\b.{12,}/s;

function commentAbove(source: SourceFile, node: Node): string {
  const above = source.lines.slice(0, source.lineOf(node.start) - 1);
  const start = above.findLastIndex((line) => !/^\s*(?:\/\/|\/?\*)/.test(line)) + 1;
  return above.slice(start).join('\n');
}

function says(source: SourceFile, call: Node): boolean {
  if (call.type !== 'CallExpression') return false;
  const [title] = call.arguments;
  const isTitle = title?.type === 'Literal' || title?.type === 'TemplateLiteral';
  return isTitle && /\(left out: ./.test(source.text.slice(title.start, title.end));
}
