/**
 * Markdown of strangers (CommonMark 0.31, GFM) made into the text of a policy. Defences: what takes
 * minutes to parse is refused before it is parsed; HTML and pictures are dropped; a link that is no
 * web or mail address becomes its text. What needs none of this stays as it is written.
 */
import type { Nodes, Parents, PhrasingContent, Root } from 'mdast';
import { AppError } from '../../../shared/contract/errors.ts';
import { MARKDOWN_FAULTS, markdownFault } from '../../../shared/kernel/markdown-limits.ts';
import type { MarkdownTools } from './markdown-tree.ts';
import { isSafeLink, type NoteBook } from './policy-import.notes.ts';

/** @throws AppError 'bad-input' where it is not parsed. */
export function parseSafely(tools: MarkdownTools, markdown: string): Root {
  const fault = markdownFault(markdown);
  if (fault !== null)
    throw new AppError(
      fault === 'long' ? 'too-large' : 'bad-input',
      `This text cannot be taken over. ${MARKDOWN_FAULTS[fault]}`,
    );
  return tools.parse(markdown);
}

/** Cleans a tree in place; whether anything had to go. */
export function cleanTree(root: Root, notes: NoteBook): boolean {
  const definitions = new Map<string, string>();
  visit(root, (node) => {
    if (node.type === 'definition') definitions.set(node.identifier, node.url);
  });
  let isChanged = false;
  const clean = (parent: Parents) => {
    const kept = parent.children.flatMap((child): Nodes[] => {
      const next = cleaned(child, definitions, notes);
      if (next.length !== 1 || next[0] !== child) isChanged = true;
      return next;
    });
    parent.children = kept as typeof parent.children;
    for (const child of kept) if ('children' in child) clean(child);
  };
  clean(root);
  return isChanged;
}

function visit(node: Nodes, see: (node: Nodes) => void): void {
  const open: Nodes[] = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    see(next);
    if ('children' in next) open.push(...next.children);
  }
}

function cleaned(node: Nodes, definitions: ReadonlyMap<string, string>, notes: NoteBook): Nodes[] {
  switch (node.type) {
    case 'html':
      if (/^<!--[\s\S]*-->$/.test(node.value.trim())) notes.add('Comments', 'They are not shown');
      else notes.add('HTML', 'Only its text is taken over, where it has any');
      return [];
    case 'image':
    case 'imageReference':
      notes.add('Pictures', 'Policies hold text; attach pictures as evidence');
      return [];
    case 'link':
      return isSafeLink(node.url) ? [node] : unlinked(node.children, node.url, notes);
    case 'linkReference': {
      const url = definitions.get(node.identifier);
      return url === undefined || isSafeLink(url) ? [node] : unlinked(node.children, url, notes);
    }
    case 'definition':
      return isSafeLink(node.url) ? [node] : [];
    default:
      return [node];
  }
}

function unlinked(children: PhrasingContent[], url: string, notes: NoteBook): Nodes[] {
  if (url.startsWith('#')) notes.add('Links within the document', 'They became their text');
  else notes.add('Links to other than web and mail addresses', 'They became their text');
  // A link holds no links: what is in it may need cleaning all the same.
  return children.flatMap((child) => cleaned(child, new Map(), notes));
}

export interface TreeCounts {
  headings: number;
  lists: number;
  tables: number;
  links: number;
}

export function countTree(root: Root): TreeCounts {
  const counts = { headings: 0, lists: 0, tables: 0, links: 0 };
  visit(root, ({ type }) => {
    if (type === 'heading') counts.headings++;
    if (type === 'list') counts.lists++;
    if (type === 'table') counts.tables++;
    if (type === 'link') counts.links++;
  });
  return counts;
}

/** The text of the first heading of the highest level. */
export function firstHeading(root: Root): string | null {
  const heading = root.children.find((node) => node.type === 'heading' && node.depth === 1);
  return heading ? textOf(heading).replace(/\s+/g, ' ').trim() || null : null;
}

function textOf(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}
