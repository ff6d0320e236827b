/** What a model wrote, as Markdown that leads nowhere: no link, image or HTML is left in it. */
import type { Nodes, Root, RootContent } from 'mdast';

const ADDRESS = /\b(?:https?|ftp|file|javascript|data|mailto):\S+|\bwww\.\S+/gi;

function harmless(node: Nodes): RootContent[] {
  switch (node.type) {
    case 'html':
    case 'image':
    case 'imageReference':
    case 'definition':
    case 'footnoteDefinition':
    case 'footnoteReference':
      return [];
    case 'link':
    case 'linkReference':
      return node.children.flatMap(harmless);
    case 'text':
      return [{ ...node, value: node.value.replaceAll(ADDRESS, '') }];
    case 'root':
      return node.children.flatMap(harmless);
    default:
      if ('children' in node)
        return [{ ...node, children: node.children.flatMap(harmless) } as RootContent];
      return [node as RootContent];
  }
}

/** A fence around the whole answer is how some models write Markdown. */
function unfenced(text: string): string {
  return /^```(?:markdown|md)?\n([\s\S]*)\n```$/.exec(text.trim())?.[1] ?? text;
}

export async function harmlessMarkdown(text: string): Promise<string> {
  const [{ unified }, { default: parse }, { default: gfm }, { default: stringify }] =
    await Promise.all([
      import('unified'),
      import('remark-parse'),
      import('remark-gfm'),
      import('remark-stringify'),
    ]);
  const tree = unified().use(parse).use(gfm).parse(unfenced(text));
  const clean: Root = { type: 'root', children: harmless(tree) };
  const written = unified()
    .use(gfm)
    .use(stringify, { bullet: '-', emphasis: '_', listItemIndent: 'one', rule: '-' })
    .stringify(clean);
  // Placeholders and underscores in names come back as they were.
  return written.replace(/\\([_{}[\]&])/g, '$1').trim();
}
