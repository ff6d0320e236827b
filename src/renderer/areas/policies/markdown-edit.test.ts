import { describe, expect, test } from 'vitest';
import { changedStretch, editMarkdown, type MarkdownCommand } from './markdown-edit.ts';

/** `[` and `]` stand where the selection begins and ends, `^` where both are. */
function edit(marked: string, command: MarkdownCommand): string {
  const caret = marked.indexOf('^');
  const open = marked.indexOf('⟦');
  const text = marked.replace(/[⟦⟧^]/g, '');
  const start = caret === -1 ? open : caret;
  const end = caret === -1 ? marked.indexOf('⟧') - 1 : caret;
  const after = editMarkdown({ text, start, end }, command);
  return after.start === after.end
    ? `${after.text.slice(0, after.start)}^${after.text.slice(after.start)}`
    : `${after.text.slice(0, after.start)}⟦${after.text.slice(after.start, after.end)}⟧${after.text.slice(after.end)}`;
}

describe('the buttons over a Markdown text', () => {
  test('bold and italic go around what is selected, and away again', () => {
    expect(edit('a ⟦word⟧ b', 'bold')).toBe('a **⟦word⟧** b');
    expect(edit('a **⟦word⟧** b', 'bold')).toBe('a ⟦word⟧ b');
    expect(edit('a ⟦ word ⟧b', 'italic')).toBe('a  _⟦word⟧_ b');
    expect(edit('a ^', 'bold')).toBe('a **⟦bold text⟧**');
  });

  test('headings and lists begin the lines that are touched', () => {
    expect(edit('one\ntw^o', 'heading-2')).toBe('one\n## tw^o');
    expect(edit('# o^ne', 'heading-3')).toBe('### o^ne');
    expect(edit('## o^ne', 'heading-2')).toBe('o^ne');
    expect(edit('⟦one\ntwo⟧\nthree', 'bullets')).toBe('⟦- one\n- two⟧\nthree');
    expect(edit('⟦- one\n- two⟧', 'numbers')).toBe('⟦1. one\n2. two⟧');
    expect(edit('⟦1. one\n2. two⟧', 'numbers')).toBe('⟦one\ntwo⟧');
    expect(edit('^', 'quote')).toBe('> ^');
  });

  test('a link selects what is missing of it', () => {
    expect(edit('see ⟦the page⟧.', 'link')).toBe('see [the page](⟦https://⟧).');
    expect(edit('see ⟦https://a.example⟧', 'link')).toBe(
      'see [⟦text of the link⟧](https://a.example)',
    );
  });

  test('a table is a block of its own', () => {
    expect(edit('one^\ntwo', 'table')).toBe(
      'one\n\n| ⟦Column⟧ | Column |\n| --- | --- |\n| Text | Text |\n\ntwo',
    );
    expect(edit('^', 'table')).toMatch(/^\| ⟦Column⟧/);
  });

  test('only what differs is typed, so that undo takes one step', () => {
    expect(changedStretch('a word b', 'a **word** b')).toEqual({
      start: 2,
      end: 6,
      typed: '**word**',
    });
    expect(changedStretch('aa', 'aaa')).toEqual({ start: 2, end: 2, typed: 'a' });
    expect(changedStretch('same', 'same')).toEqual({ start: 4, end: 4, typed: '' });
  });
});
