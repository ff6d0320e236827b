import { isTest, type Project } from '../project.ts';
import { type Node, type SourceFile, walk } from '../source-file.ts';
import type { Finding } from '../violation.ts';

/** Marketing and teaching text stay literal, as specified. */
const LITERAL_BY_DESIGN =
  /^src\/renderer\/(?:app\/landing-page\.tsx|areas\/(?:landing|training)\/)/;

/** Figures of the product decisions, section 3, as a page would print them. */
const FIGURES = [
  /(?<![\d.])(?:89|94|87|67|34|65|2\.1)\s?%/,
  /[+↑−-]\s?(?:2|12)\s?%/,
  /(?<![\d.])2\.3\s?h\b/,
  /(?<![\d.])2\.5 days\b/,
  /(?<![\d.])45\s?s\b/,
  /\b\d+ min(?:ute)?s? ago\b/,
  /\bacross \d+ frameworks\b/,
  /\b42 (?:active )?frameworks\b/,
  /\bProcessing \d+ incidents\b/,
  /↑ ?\d+/,
  /(?<!\d)(?:234|249|267)(?!\d)/,
];
const FIGURE_NUMBERS = [234, 249, 267];

/** Names of props and fields that carry a figure: a number written there was made up. */
const FIGURE_FIELDS =
  /^(?:badge|score|progress|percentage|activeAlerts|unread|.+(?:Score|Percentage|Controls|Frameworks))$/;

/** No figure is a literal in the page: it is computed from the workspace, or it is a dash. */
export function checkFigures(project: Project): Finding[] {
  return project.sources
    .filter(({ path }) => path.startsWith('src/renderer/'))
    .filter(({ path }) => !isTest(path) && !LITERAL_BY_DESIGN.test(path))
    .flatMap(findFigures);
}

function findFigures(source: SourceFile): Finding[] {
  const findings: Finding[] = [];
  const say = (node: Node, figure: string) => {
    const message = `'${figure}' is a figure: compute it from the workspace`;
    findings.push({ file: source.path, line: source.lineOf(node.start), message });
  };
  walk(source, (node, parents) => {
    const text = textOf(node);
    if (text !== null && !isStyle(parents)) {
      const figure = FIGURES.map((pattern) => pattern.exec(text)?.[0]).find(Boolean);
      if (figure) say(node, figure);
    }
    if (node.type !== 'Literal' || typeof node.value !== 'number') return;
    const isFigure = FIGURE_NUMBERS.includes(node.value) || isInFigureField(node, parents);
    if (isFigure) say(node, String(node.value));
  });
  return findings;
}

function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'TemplateElement') return node.value.raw;
  return node.type === 'JSXText' ? node.value : null;
}

/** Class names, inline styles and addresses hold numbers that are no figures. */
function isStyle(parents: readonly Node[]): boolean {
  return parents.some((parent) => {
    if (parent.type === 'ImportDeclaration' || parent.type === 'ImportExpression') return true;
    if (parent.type === 'CallExpression') {
      return parent.callee.type === 'Identifier' && /^(?:cx|cva)$/.test(parent.callee.name);
    }
    if (parent.type !== 'JSXAttribute' || parent.name.type !== 'JSXIdentifier') return false;
    return /^(?:className|style|d|viewBox|points)$/.test(parent.name.name);
  });
}

/** `badge={12}`, `{ score: 94 }`; 0 and 100 are ends of a scale. */
function isInFigureField(node: Node, parents: readonly Node[]): boolean {
  if (node.type !== 'Literal' || node.value === 0 || node.value === 100) return false;
  const parent = parents.at(-1);
  if (parent?.type === 'Property') {
    if (parent.value !== node || parent.key.type !== 'Identifier') return false;
    return FIGURE_FIELDS.test(parent.key.name);
  }
  const attribute = parents.at(-2);
  if (parent?.type !== 'JSXExpressionContainer' || attribute?.type !== 'JSXAttribute') return false;
  const { name } = attribute;
  return name.type === 'JSXIdentifier' && FIGURE_FIELDS.test(name.name);
}
