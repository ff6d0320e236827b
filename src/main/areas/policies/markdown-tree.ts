/** Markdown as a tree (mdast), by the grammar that the page shows it with (GFM). */
import type { Root } from 'mdast';

export interface MarkdownTools {
  parse(markdown: string): Root;
  write(tree: Root): string;
}

/** Loaded when the first text is read or written: in a job's thread. */
export async function loadMarkdown(): Promise<MarkdownTools> {
  const [{ unified }, { default: parse }, { default: gfm }, { default: stringify }] =
    await Promise.all([
      import('unified'),
      import('remark-parse'),
      import('remark-gfm'),
      import('remark-stringify'),
    ]);
  const reader = unified().use(parse).use(gfm).freeze();
  const writer = unified()
    .use(gfm)
    .use(stringify, {
      bullet: '-',
      emphasis: '_',
      listItemIndent: 'one',
      rule: '-',
      resourceLink: true,
    })
    .freeze();
  return {
    parse: (markdown) => reader.parse(markdown),
    write: (tree) => writer.stringify(tree),
  };
}
