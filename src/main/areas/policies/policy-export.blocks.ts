/** The text of a policy as blocks of a document: all of it text, no link that acts, no picture. */
import type { List, ListItem, PhrasingContent, Root, RootContent, Table } from 'mdast';
import { markdownFault } from '../../../shared/kernel/markdown-limits.ts';
import type {
  HeadingDepth,
  ReportBlock,
  ReportRun,
  ReportTable,
} from '../../platform/documents/report.ts';

import { loadMarkdown } from './markdown-tree.ts';

type Marks = Omit<ReportRun, 'text'>;

/** A text whose Markdown is not parsed (`markdownFault`) is given as it is written. */
const asWritten = (text: string): ReportBlock[] => [{ type: 'code', text }];

/** A text that a person wrote, as far as its Markdown may be parsed. */
export async function markdownBlocks(text: string): Promise<ReportBlock[]> {
  return markdownFault(text) === null
    ? toBlocks((await loadMarkdown()).parse(text))
    : asWritten(text);
}

const toBlocks = ({ children }: Pick<Root, 'children'>): ReportBlock[] =>
  children.flatMap(blocksOf);

function blocksOf(node: RootContent): ReportBlock[] {
  switch (node.type) {
    case 'heading':
      return [
        { type: 'heading', text: plain(node.children), depth: node.depth satisfies HeadingDepth },
      ];
    case 'paragraph':
      return [{ type: 'rich', runs: runsOf(node.children) }];
    case 'list':
      return [listOf(node)];
    case 'blockquote':
      return [{ type: 'quote', blocks: node.children.flatMap(blocksOf) }];
    case 'code':
      return [{ type: 'code', text: node.value }];
    case 'table':
      return [tableOf(node)];
    case 'html':
      return [{ type: 'rich', runs: [{ text: node.value }] }];
    case 'footnoteDefinition':
      return [
        { type: 'rich', runs: [{ text: `[${node.identifier}]` }] },
        ...node.children.flatMap(blocksOf),
      ];
    default:
      return [];
  }
}

function listOf({ ordered, start, children }: List): ReportBlock {
  return {
    type: 'items',
    start: ordered ? (start ?? 1) : null,
    items: children.map(itemOf),
  };
}

/** A task says by letters whether it is done. */
function itemOf({ checked, children }: ListItem): ReportBlock[] {
  const blocks = children.flatMap(blocksOf);
  if (checked === null || checked === undefined) return blocks;
  const mark: ReportRun = { text: checked ? '[x] ' : '[ ] ' };
  const [first, ...rest] = blocks;
  return first?.type === 'rich'
    ? [{ ...first, runs: [mark, ...first.runs] }, ...rest]
    : [{ type: 'rich', runs: [mark] }, ...blocks];
}

const LONGEST_SHARE = 40;
const SHORTEST_SHARE = 8;

/** Columns take a share of the width by the longest word or text in them. */
function tableOf({ children }: Table): ReportTable {
  const [head = [], ...rows] = children.map((row) =>
    row.children.map((cell) => plain(cell.children)),
  );
  return {
    type: 'table',
    columns: head.map((header, index) => {
      const longest = Math.max(header.length, ...rows.map((row) => row[index]?.length ?? 0));
      return { header, share: Math.min(LONGEST_SHARE, Math.max(SHORTEST_SHARE, longest)) };
    }),
    rows: rows.map((row) => head.map((_, index) => row[index] ?? '')),
    empty: 'This table has no rows.',
  };
}

const plain = (nodes: readonly PhrasingContent[]): string =>
  runsOf(nodes)
    .map(({ text }) => text)
    .join('')
    .trim();

function runsOf(nodes: readonly PhrasingContent[], marks: Marks = {}): ReportRun[] {
  return nodes.flatMap((node): ReportRun[] => {
    switch (node.type) {
      case 'text':
        // A line of the source that ends is no line of the text.
        return [{ ...marks, text: node.value.replace(/\s*\n\s*/g, ' ') }];
      case 'strong':
        return runsOf(node.children, { ...marks, isBold: true });
      case 'emphasis':
        return runsOf(node.children, { ...marks, isItalic: true });
      case 'inlineCode':
        return [{ ...marks, isCode: true, text: node.value }];
      case 'break':
        return [{ text: '\n' }];
      case 'link': {
        const runs = runsOf(node.children, marks);
        const said = runs.map(({ text }) => text).join('');
        const isSaid = node.url === said || node.url === `mailto:${said}`;
        return isSaid ? runs : [...runs, { ...marks, text: ` (${node.url})` }];
      }
      case 'delete':
      case 'linkReference':
        return runsOf(node.children, marks);
      case 'image':
      case 'imageReference':
        return [{ ...marks, text: `[Image: ${node.alt ?? ''}]` }];
      case 'html':
        return [{ ...marks, text: node.value }];
      case 'footnoteReference':
        return [{ ...marks, text: `[${node.identifier}]` }];
      default:
        return [];
    }
  });
}
