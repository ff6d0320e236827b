/** A document as Markdown: all of it text, nothing in it becomes markup, a link or HTML. */
import { NO_VALUE, type ReportBlock, type ReportDocument, reportTime } from './report.ts';
import { visibleText } from './visible-text.ts';

/** One line; every mark that could begin markup or an address escaped (CommonMark 0.31, section 2.4). */
function escaped(text: string): string {
  return visibleText(text, () => true)
    .replace(/\s*\n\s*/g, ' ')
    .replace(/[\\`*_{}[\]<>()#!|~&@]|:(?=\/\/)|^[-+=]/g, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

export function renderMarkdown(doc: ReportDocument): string {
  const lines = [
    `# ${escaped(doc.title)}`,
    ...(doc.subtitle === null ? [] : ['', escaped(doc.subtitle)]),
    ...(doc.classification === null ? [] : ['', `Classification: ${escaped(doc.classification)}`]),
    '',
    ...doc.facts.map(({ label, value }) => `- ${escaped(label)}: ${escaped(value ?? NO_VALUE)}`),
    `- Generated: ${reportTime(doc.generatedAt)}${doc.author === null ? '' : `, ${escaped(doc.author)}`}`,
    ...doc.sections.flatMap(({ title, blocks }) => [
      ...(title === null ? [] : ['', `## ${escaped(title)}`]),
      ...blocks.flatMap((block) => ['', ...linesOf(block)]),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function linesOf(block: ReportBlock): string[] {
  switch (block.type) {
    case 'heading':
      return [`${'#'.repeat(Math.min(6, (block.depth ?? 1) + 2))} ${escaped(block.text)}`];
    case 'paragraph':
      return [escaped(block.text)];
    case 'note':
      return [`> ${escaped(block.text)}`];
    case 'list':
      return block.items.map((item) => `- ${escaped(item)}`);
    case 'rich':
      return [escaped(block.runs.map(({ text }) => text).join(''))];
    case 'code':
      return block.text.split('\n').map((line) => `    ${visibleText(line, () => true)}`);
    case 'quote':
      return block.blocks.flatMap(linesOf).map((line) => `> ${line}`);
    case 'items':
      return block.items.flatMap((item, index) =>
        item.flatMap(linesOf).map((line, at) => {
          const mark = block.start === null ? '-' : `${block.start + index}.`;
          return at === 0 ? `${mark} ${line}` : `  ${line}`;
        }),
      );
    case 'table': {
      if (block.rows.length === 0) return [escaped(block.empty)];
      const row = (cells: readonly (string | null)[]) =>
        `| ${cells.map((cell) => escaped(cell ?? NO_VALUE)).join(' | ')} |`;
      return [
        ...(block.caption ? [escaped(block.caption), ''] : []),
        row(block.columns.map(({ header }) => header)),
        `|${' --- |'.repeat(block.columns.length)}`,
        ...block.rows.map(row),
      ];
    }
  }
}
