import type { ArrowFunctionExpression, Function as FunctionWithBody } from 'oxc-parser';
import { isTest, type Project } from '../project.ts';
import { type Node, type SourceFile, walk } from '../source-file.ts';
import type { Finding } from '../violation.ts';

const SIZES = {
  file: { median: 90, most: 250, max: 400, maxOfTests: 600 },
  function: { most: 40, max: 80, maxOfComponents: 120 },
} as const;

interface FunctionSize {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly lines: number;
  readonly isComponent: boolean;
}

/** Given to people who run one file and have nothing else: these cannot be cut. */
const STAND_ALONE = 'resources/verifier/';

/** Files and functions stay small, each of them and as a whole. Figures of the whole leave tests out. */
export function checkSizes(project: Project): Finding[] {
  const { files, functions } = measure(project);
  const tooLong = project.sources.flatMap((source) => {
    if (source.path.startsWith(STAND_ALONE)) return [];
    const max = isTest(source.path) ? SIZES.file.maxOfTests : SIZES.file.max;
    const lines = lineCount(source);
    if (lines <= max) return [];
    return [{ file: source.path, line: max, message: `${lines} lines; a file has at most ${max}` }];
  });
  const tooLongFunctions = functions.flatMap(({ name, file, line, lines, isComponent }) => {
    const max = isComponent ? SIZES.function.maxOfComponents : SIZES.function.max;
    if (lines <= max) return [];
    const what = isComponent ? 'component' : 'function';
    return [{ file, line, message: `${name} has ${lines} lines; a ${what} has at most ${max}` }];
  });
  return [...tooLong, ...tooLongFunctions, ...checkWhole(files, functions)];
}

function checkWhole(files: readonly number[], functions: readonly FunctionSize[]): Finding[] {
  const lengths = functions.map(({ lines }) => lines);
  const bars: [string, number, number][] = [
    ['median of the files', quantile(files, 0.5), SIZES.file.median],
    ['90 % of the files', quantile(files, 0.9), SIZES.file.most],
    ['90 % of the functions', quantile(lengths, 0.9), SIZES.function.most],
  ];
  return bars
    .filter(([, measured, bar]) => measured > bar)
    .map(([name, measured, bar]) => {
      return { file: 'src', line: 1, message: `${name}: ${measured} lines; the bar is ${bar}` };
    });
}

/** The distribution, for people: one line. */
export function describeSizes(project: Project): string {
  const { files, functions } = measure(project);
  const lengths = functions.map(({ lines }) => lines);
  return (
    `${files.length} files: median ${quantile(files, 0.5)}, 90 % ≤ ${quantile(files, 0.9)}, ` +
    `longest ${quantile(files, 1)}; ${lengths.length} functions: median ${quantile(lengths, 0.5)}, ` +
    `90 % ≤ ${quantile(lengths, 0.9)}, longest ${quantile(lengths, 1)}`
  );
}

function measure(project: Project): { files: number[]; functions: FunctionSize[] } {
  const sources = project.sources.filter(({ path }) => !isTest(path));
  return { files: sources.map(lineCount), functions: sources.flatMap(functionSizes) };
}

function lineCount({ lines }: SourceFile): number {
  return lines.at(-1) === '' ? lines.length - 1 : lines.length;
}

/** The smallest value that this share of the values does not pass. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

type FunctionNode = ArrowFunctionExpression | FunctionWithBody;

function functionSizes(source: SourceFile): FunctionSize[] {
  const sizes: FunctionSize[] = [];
  walk(source, (node, parents) => {
    if (!isFunction(node) || !node.body) return;
    const name = node.id?.name ?? nameFrom(parents.at(-1)) ?? 'A function';
    const lines = linesOf(source, node) - memberLines(source, node);
    const isComponent =
      source.path.endsWith('.tsx') && /^[A-Z]/.test(name) && name !== 'A function';
    sizes.push({ name, file: source.path, line: source.lineOf(node.start), lines, isComponent });
  });
  return sizes;
}

function isFunction(node: Node): node is FunctionNode {
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
}

function nameFrom(parent: Node | undefined): string | undefined {
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') {
    return parent.id.name;
  }
  if (parent?.type !== 'Property' && parent?.type !== 'MethodDefinition') return undefined;
  return parent.key.type === 'Identifier' ? parent.key.name : undefined;
}

function linesOf(source: SourceFile, node: Node): number {
  return source.lineOf(node.end) - source.lineOf(node.start) + 1;
}

/**
 * A factory that ends by returning an object of functions is measured as a class is: each member
 * for itself, and the factory by what is around them.
 */
function memberLines(source: SourceFile, { body }: FunctionNode): number {
  const last = body?.type === 'BlockStatement' ? body.body.at(-1) : undefined;
  const returned = last?.type === 'ReturnStatement' ? last.argument : body;
  if (returned?.type !== 'ObjectExpression') return 0;
  return returned.properties
    .filter((property) => property.type === 'Property' && isFunction(property.value))
    .reduce((total, member) => total + linesOf(source, member), 0);
}
