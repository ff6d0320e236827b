/**
 * What Markdown of others may become, decided on its tree before anything is shown: characters that
 * hide or reorder are shown by name, and where a link leads is told apart from what it says.
 */
import { splitUntrusted } from './untrusted-text.ts';

/** The parts of a hast tree (https://github.com/syntax-tree/hast) that are used. */
export interface TreeNode {
  type: string;
  value?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
}

/** Puts a mark in place of every hidden character of every text below a node. */
export function markHidden(root: TreeNode): void {
  const open: TreeNode[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (!node.children) continue;
    node.children = node.children.flatMap((child) =>
      child.type === 'text' ? textToNodes(child.value ?? '') : [child],
    );
    open.push(...node.children);
  }
}

function textToNodes(text: string): TreeNode[] {
  return splitUntrusted(text).map((part): TreeNode => {
    if (part.type === 'text') return { type: 'text', value: part.value };
    if (part.type === 'newline') return { type: 'text', value: '\n' };
    const times = part.count > 1 ? ` ×${part.count}` : '';
    return { type: 'element', tagName: 'mark', properties: {}, children: [markText(part, times)] };
  });
}

function markText(part: { code: string }, times: string): TreeNode {
  // Made of what is visible, so that a second pass leaves it as it is.
  return { type: 'text', value: `⟨${part.code}${times}⟩` };
}

export type LinkTarget =
  /** Within the page: goes at once. */
  | { readonly type: 'internal'; readonly path: string }
  /** Elsewhere: shown in full and asked about. */
  | { readonly type: 'external'; readonly address: string }
  /** Leads nowhere that a page may go (another scheme, an address that is none). */
  | { readonly type: 'none' };

const EXTERNAL_SCHEMES: readonly string[] = ['http:', 'https:', 'mailto:'];
const INTERNAL = /^\/(?![/\\]|api(?:\/|$))/;

export function linkTarget(href: string | undefined): LinkTarget {
  if (!href) return { type: 'none' };
  if (INTERNAL.test(href)) return { type: 'internal', path: href };
  if (!URL.canParse(href)) return { type: 'none' };
  const url = new URL(href);
  if (!EXTERNAL_SCHEMES.includes(url.protocol)) return { type: 'none' };
  // As the browser would go there: a name in other letters is in its punycode form.
  return { type: 'external', address: url.href };
}
