/**
 * Word documents of strangers made into Markdown: mammoth reads what document-parts.ts let through,
 * and gives HTML, which is taken apart as a tree and never shown. Defences here: no style map of the
 * file's own, no file opened, pictures never read, links checked, tables within tables flattened.
 */
import type { Element, ElementContent, Root as HtmlRoot } from 'hast';
import type { Root } from 'mdast';
import { AppError } from '../../../shared/contract/errors.ts';
import { readSafeDocument } from '../../platform/documents/document-parts.ts';
import { isSafeLink, type NoteBook } from './policy-import.notes.ts';

/** Names of styles: Word's own, and those that docx-rich.ts writes. */
const STYLE_MAP = [
  "p[style-name='Title'] => h1.doc-title:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Watchfloor Quote'] => blockquote > p:fresh",
  "p[style-name='Watchfloor Code'] => pre:fresh",
  "p[style-name='HTML Preformatted'] => pre:fresh",
  "p[style-name='Watchfloor Aside'] => p.aside:fresh",
];

export interface ReadDocx {
  /** Of the paragraph in the style Title. */
  readonly title: string | null;
  readonly tree: Root;
}

/** @throws AppError 'bad-input' or 'too-large'. */
export async function readDocx(bytes: Uint8Array, notes: NoteBook): Promise<ReadDocx> {
  const safe = await readSafeDocument(bytes);
  for (const { what, reason, count } of safe.leftOut) notes.add(what, reason, count);
  const html = await toHtml(Buffer.from(safe.bytes));
  const [{ unified }, { default: parse }, { default: toMarkdown }] = await Promise.all([
    import('unified'),
    import('rehype-parse'),
    import('rehype-remark'),
  ]);
  const root = unified().use(parse, { fragment: true }).parse(html);
  const title = takeTitle(root);
  root.children = root.children.flatMap((node) => cleanTop(node, notes));
  const tree = await unified().use(toMarkdown).run(root);
  return { title, tree: tree as Root };
}

async function toHtml(buffer: Buffer): Promise<string> {
  const { default: mammoth } = await import('mammoth');
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer },
      {
        styleMap: STYLE_MAP,
        includeEmbeddedStyleMap: false,
        externalFileAccess: false,
        // Its bytes are never asked for.
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      },
    );
    return value;
  } catch (cause) {
    throw new AppError(
      'bad-input',
      'This document could not be read. Open it in a word processor, save it again as .docx and try once more.',
      { cause },
    );
  }
}

const isElement = (node: ElementContent | HtmlRoot['children'][number]): node is Element =>
  node.type === 'element';
const hasClass = ({ properties }: Element, name: string) =>
  Array.isArray(properties.className) && properties.className.includes(name);
const textOf = (node: ElementContent): string =>
  node.type === 'text' ? node.value : isElement(node) ? node.children.map(textOf).join('') : '';

function takeTitle(root: HtmlRoot): string | null {
  const found = root.children.find((node) => isElement(node) && hasClass(node, 'doc-title'));
  root.children = root.children.filter((node) => !isElement(node) || !hasClass(node, 'doc-title'));
  return found && isElement(found) ? textOf(found).trim() || null : null;
}

/** What stands beside the text of our own files (their cover) goes without a word. */
function isAside(node: Element): boolean {
  if (hasClass(node, 'aside')) return true;
  if (node.tagName !== 'table') return false;
  const paragraphs = inside(node).filter(({ tagName }) => tagName === 'p');
  return paragraphs.length > 0 && paragraphs.every((one) => hasClass(one, 'aside'));
}

function inside(node: Element): Element[] {
  return node.children.filter(isElement).flatMap((child) => [child, ...inside(child)]);
}

function cleanTop(
  node: HtmlRoot['children'][number],
  notes: NoteBook,
): HtmlRoot['children'][number][] {
  if (!isElement(node)) return node.type === 'text' ? [node] : [];
  return isAside(node) ? [] : cleanElement(node, notes);
}

const CELLS = new Set(['td', 'th']);
const UNWRAPPED = new Set(['sup', 'sub', 'u', 's']);
/** Bold already, wherever they are shown. */
const BOLD = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'th']);

function cleanElement(node: Element, notes: NoteBook): ElementContent[] {
  const { tagName, properties } = node;
  if (tagName === 'img') {
    notes.add('Pictures', 'Policies hold text; attach pictures as evidence');
    return [];
  }
  const inner = BOLD.has(tagName) ? node.children.flatMap(withoutBold) : node.children;
  const children = inner.flatMap((child) =>
    isElement(child) ? cleanElement(child, notes) : child.type === 'text' ? [child] : [],
  );
  if (tagName === 'a') return cleanLink(node, children, notes);
  if (UNWRAPPED.has(tagName)) return children;
  if (CELLS.has(tagName))
    return [{ ...node, properties: {}, children: inOneLine(children, notes) }];
  const kept =
    tagName === 'ol' && properties.start !== undefined ? { start: properties.start } : {};
  return [{ ...node, properties: kept, children }];
}

function withoutBold(node: ElementContent): ElementContent[] {
  if (!isElement(node)) return [node];
  const children = node.children.flatMap(withoutBold);
  return node.tagName === 'strong' ? children : [{ ...node, children }];
}

function cleanLink(node: Element, children: ElementContent[], notes: NoteBook): ElementContent[] {
  const { href } = node.properties;
  if (typeof href !== 'string') return children;
  if (isSafeLink(href)) return [{ ...node, properties: { href }, children }];
  if (href.startsWith('#')) notes.add('Links within the document', 'They became their text');
  else notes.add('Links to other than web and mail addresses', 'They became their text');
  return children;
}

/** Begin a new piece of a line that is made of several paragraphs. */
const PIECES = new Set(['p', 'li', 'tr', 'td', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre']);
const FLATTENED = new Set(['ul', 'ol', 'table', 'blockquote']);
const STRUCTURE = new Set(['tbody', 'thead', 'div']);
const SPACE: ElementContent = { type: 'text', value: ' ' };

/** A cell of a Markdown table holds one line: paragraphs follow each other, lists and tables are told. */
function inOneLine(children: readonly ElementContent[], notes: NoteBook): ElementContent[] {
  return children.flatMap((node, index): ElementContent[] => {
    if (!isElement(node)) return [node];
    const { tagName } = node;
    if (tagName === 'br') return [SPACE];
    const isPiece = PIECES.has(tagName);
    if (FLATTENED.has(tagName))
      notes.add('Lists and tables within a cell', 'Their text follows in one line');
    else if (!isPiece && !STRUCTURE.has(tagName)) return [node];
    const inner = inOneLine(node.children, notes);
    return index > 0 ? [SPACE, ...inner] : inner;
  });
}
