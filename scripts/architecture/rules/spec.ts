import { isTest, type Project } from '../project.ts';
import { type Node, type SourceFile, walk } from '../source-file.ts';
import type { Finding } from '../violation.ts';

interface Mention {
  readonly number: string;
  readonly file: string;
  readonly line: number;
}

/** `- **AL3** …`, `- [AL3] …`, `| [AL3] | …`, `### [AL3] …`: the line that states a rule begins with it. */
const STATED =
  /^(?:[\s>|#*-]|\d+\.)*(?:\[(?<bracketed>[A-Z]{2,3}\d+)\]|\*\*(?<bold>[A-Z]{2,3}\d+)\*\*)/;
const QUOTED = /\[(?<number>[A-Z]{2,3}\d+)\]/g;
const RUNNERS = /^(?:test|it|describe|suite)$/;

/** Each rule of `docs/spec` is quoted by a test, and each number that a test quotes is a rule. */
export function checkSpec(project: Project): Finding[] {
  const stated = project.files
    .filter((path) => /^docs\/spec\/[^/]+\.md$/.test(path))
    .flatMap((path) => statedIn(path, project.read(path) ?? ''));
  const quoted = project.sources.filter(({ path }) => isTest(path)).flatMap(quotedIn);
  const [known, tested] = [numbersOf(stated), numbersOf(quoted)];
  return [
    ...stated
      .filter(({ number }, index) => stated.findIndex((one) => one.number === number) < index)
      .map((mention) => say(mention, 'is stated twice')),
    ...stated
      .filter(({ number }) => !tested.has(number))
      .map((mention) => say(mention, 'is quoted by no test')),
    ...quoted
      .filter(({ number }) => !known.has(number))
      .map((mention) => say(mention, 'is no rule of docs/spec')),
  ];
}

function numbersOf(mentions: readonly Mention[]): Set<string> {
  return new Set(mentions.map(({ number }) => number));
}

function say({ number, file, line }: Mention, message: string): Finding {
  return { file, line, message: `[${number}] ${message}` };
}

function statedIn(file: string, text: string): Mention[] {
  return text.split('\n').flatMap((line, index) => {
    const { bracketed, bold } = STATED.exec(line)?.groups ?? {};
    const number = bracketed ?? bold;
    return number ? [{ number, file, line: index + 1 }] : [];
  });
}

function quotedIn(source: SourceFile): Mention[] {
  const mentions: Mention[] = [];
  walk(source, (node) => {
    const title = titleOf(node);
    if (!title) return;
    for (const { groups } of title.text.matchAll(QUOTED)) {
      const line = source.lineOf(title.start);
      mentions.push({ number: groups?.number ?? '', file: source.path, line });
    }
  });
  return mentions;
}

/** The title of `test('…')`, `test.each(…)('…')`, `describe.skipIf(…)('…')`. */
function titleOf(node: Node): { text: string; start: number } | null {
  if (node.type !== 'CallExpression' || !isRunner(node.callee)) return null;
  const [first] = node.arguments;
  if (first?.type === 'TemplateLiteral') {
    return { text: first.quasis.map(({ value }) => value.raw).join(' '), start: first.start };
  }
  if (first?.type !== 'Literal' || typeof first.value !== 'string') return null;
  return { text: first.value, start: first.start };
}

function isRunner(node: Node): boolean {
  if (node.type === 'MemberExpression') return isRunner(node.object);
  if (node.type === 'CallExpression') return isRunner(node.callee);
  if (node.type === 'TaggedTemplateExpression') return isRunner(node.tag);
  return node.type === 'Identifier' && RUNNERS.test(node.name);
}
