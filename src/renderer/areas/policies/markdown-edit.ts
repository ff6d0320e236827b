/** What the buttons over a Markdown text do to it: pure, so that each can be tried without a page. */

export interface Edited {
  readonly text: string;
  /** What is selected. */
  readonly start: number;
  readonly end: number;
}

export type MarkdownCommand =
  | 'bold'
  | 'italic'
  | 'heading-2'
  | 'heading-3'
  | 'bullets'
  | 'numbers'
  | 'quote'
  | 'link'
  | 'table';

const TABLE = '| Column | Column |\n| --- | --- |\n| Text | Text |\n';
const NEW_ADDRESS = 'https://';

export function editMarkdown(before: Edited, command: MarkdownCommand): Edited {
  switch (command) {
    case 'bold':
      return wrap(before, '**', 'bold text');
    case 'italic':
      return wrap(before, '_', 'italic text');
    case 'heading-2':
      return prefixLines(before, () => '## ', /^#{1,6}\s+/);
    case 'heading-3':
      return prefixLines(before, () => '### ', /^#{1,6}\s+/);
    case 'bullets':
      return prefixLines(before, () => '- ', /^\s*(?:[-*+]|\d+[.)])\s+/);
    case 'numbers':
      return prefixLines(before, (index) => `${index + 1}. `, /^\s*(?:[-*+]|\d+[.)])\s+/);
    case 'quote':
      return prefixLines(before, () => '> ', /^>\s?/);
    case 'link':
      return link(before);
    case 'table':
      return block(before, TABLE);
    default:
      return command satisfies never;
  }
}

/** Marks around what is selected; the same again takes them away. */
function wrap({ text, start, end }: Edited, mark: string, placeholder: string): Edited {
  const size = mark.length;
  const isInside =
    text.slice(Math.max(0, start - size), start) === mark && text.slice(end, end + size) === mark;
  if (isInside && end > start) {
    const plain = text.slice(start, end);
    return {
      text: text.slice(0, start - size) + plain + text.slice(end + size),
      start: start - size,
      end: end - size,
    };
  }
  const chosen = text.slice(start, end) || placeholder;
  // Marks take effect beside a word only.
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(chosen) ?? [];
  return {
    text: `${text.slice(0, start)}${before}${mark}${inner}${mark}${after}${text.slice(end)}`,
    start: start + before.length + size,
    end: start + before.length + size + inner.length,
  };
}

/** A mark before every line that is touched; where all have it already, it goes. */
function prefixLines(
  { text, start, end }: Edited,
  prefixOf: (index: number) => string,
  known: RegExp,
): Edited {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', Math.max(start, end - 1));
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const isOn = lines.every((line, index) => line.startsWith(prefixOf(index)));
  const changed = lines.map((line, index) => {
    const bare = line.replace(known, '');
    return isOn ? bare : prefixOf(index) + bare;
  });
  const made = changed.join('\n');
  const whole = text.slice(0, from) + made + text.slice(to);
  if (lines.length > 1) return { text: whole, start: from, end: from + made.length };
  const caret = Math.max(from, end + made.length - (to - from));
  return { text: whole, start: caret, end: caret };
}

function link({ text, start, end }: Edited): Edited {
  const chosen = text.slice(start, end);
  const isAddress = /^https?:\/\/\S+$/.test(chosen);
  const label = isAddress || chosen === '' ? 'text of the link' : chosen;
  const address = isAddress ? chosen : NEW_ADDRESS;
  const made = `[${label}](${address})`;
  const at = isAddress || chosen === '' ? start + 1 : start + label.length + 3;
  const length = isAddress || chosen === '' ? label.length : address.length;
  return { text: text.slice(0, start) + made + text.slice(end), start: at, end: at + length };
}

/** A block of its own, after the line that the caret is in, between empty lines. */
function block({ text, end }: Edited, made: string): Edited {
  const next = text.indexOf('\n', end);
  const at = next === -1 ? text.length : next;
  const head = text.slice(0, at).replace(/\s+$/, '');
  const tail = text.slice(at).replace(/^\n+/, '');
  const before = head === '' ? '' : `${head}\n\n`;
  const first = before.length + 2;
  return {
    text: `${before}${made}${tail === '' ? '' : `\n${tail}`}`,
    start: first,
    end: first + 'Column'.length,
  };
}

/** The one stretch in which two texts differ: what is typed in place of what. */
export function changedStretch(
  before: string,
  after: string,
): { start: number; end: number; typed: string } {
  let start = 0;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (
    same < shorter - start &&
    before[before.length - 1 - same] === after[after.length - 1 - same]
  )
    same++;
  return {
    start,
    end: before.length - same,
    typed: after.slice(start, after.length - same),
  };
}
