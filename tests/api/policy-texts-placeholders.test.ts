import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, test } from 'vitest';
import {
  countWords,
  escapeMarkdown,
  fillPlaceholders,
  placeholdersOf,
} from '../../src/shared/areas/policies/policy-texts.rules.ts';

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly children?: readonly Node[];
}
const parser = unified().use(remarkParse).use(remarkGfm);
const nodesOf = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(nodesOf)];
const textOf = (node: Node): string => node.value ?? (node.children ?? []).map(textOf).join('');

const HOSTILE = [
  '[click](javascript:alert(1))',
  '<img src=x onerror=alert(1)>',
  '![x](https://evil.example/a.png)',
  'https://evil.example/a',
  'www.evil.example',
  'mail@evil.example',
  '# Heading',
  '- item',
  '1. item',
  '| a | b |',
  '**bold** _italic_ ~~gone~~ `code`',
  'a\n\n# Heading\n\n- list',
  '{{owner}}',
  '&lt;b&gt;',
  '\\*not\\*',
  '===',
  '> quote',
  '***',
];

describe('placeholders', () => {
  test('[PO52] are filled where there is a value, and stay where there is none', () => {
    const text = '{{owner}} and {{ Approver }} of {{workspace.name}}, {{what.is.this}}';
    expect(placeholdersOf(text)).toEqual(['owner', 'approver', 'workspace.name', 'what.is.this']);
    expect(fillPlaceholders(text, { owner: 'Ada', approver: '  ', 'workspace.name': 'Acme' })).toBe(
      'Ada and {{ Approver }} of Acme, {{what.is.this}}',
    );
  });

  test.each(HOSTILE)('[PO52] %j becomes its own text and nothing else', (value) => {
    for (const frame of [
      '{{owner}}',
      'The owner is {{owner}}.',
      '- {{owner}}',
      '{{owner}} leads.',
    ]) {
      const tree = parser.parse(fillPlaceholders(frame, { owner: value })) as Node;
      const allowed = ['root', 'paragraph', 'text', 'link'];
      if (frame.startsWith('- ')) allowed.push('list', 'listItem');
      const nodes = nodesOf(tree);
      for (const { type } of nodes) expect(allowed).toContain(type);
      // An address that links leads where it says.
      for (const node of nodes.filter(({ type }) => type === 'link'))
        expect(node.url?.replace(/^(?:mailto:|http:\/\/(?=www\.))/, '')).toBe(textOf(node));
      const shown = value.replace(/\s+/g, ' ');
      expect(textOf(tree)).toBe(frame.replace('- ', '').replace('{{owner}}', shown));
    }
  });

  test('[PO52] a value is not filled a second time', () => {
    const filled = fillPlaceholders('{{owner}}', { owner: '{{contact}}', contact: 'x' });
    expect(filled).not.toContain('x');
    expect(placeholdersOf(filled)).toEqual([]);
  });

  test('[PO52] a value takes one line of limited length', () => {
    expect(escapeMarkdown(`a\r\n\u2028b${'c'.repeat(5_000)}`)).toMatch(/^a bc{197}$/);
  });
});

test('words are counted as a reader does', () => {
  expect(countWords('')).toBe(0);
  expect(countWords('# Two words\n\n- **Three**\n\n| a | b |\n| --- | --- |')).toBe(5);
  expect(countWords('[one link](https://a.example/with/many/words)')).toBe(2);
});
