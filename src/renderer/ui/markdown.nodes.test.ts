import { expect, test } from 'vitest';
import { linkTarget, markHidden, type TreeNode } from './markdown.nodes.ts';

const paragraph = (text: string): TreeNode => ({
  type: 'root',
  children: [{ type: 'element', tagName: 'p', children: [{ type: 'text', value: text }] }],
});

function textOf(node: TreeNode): string {
  return (node.value ?? '') + (node.children ?? []).map(textOf).join('');
}

test('[UI4] characters that hide or reorder are shown by name, wherever they stand', () => {
  const tree = paragraph('invoice\u202Egpj.exe and zero\u200B\u200Bwidth');
  markHidden(tree);
  expect(textOf(tree)).toBe('invoice⟨U+202E⟩gpj.exe and zero⟨U+200B ×2⟩width');
  const before = JSON.stringify(tree);
  markHidden(tree);
  expect(JSON.stringify(tree)).toBe(before);
});

test('[UI4] a link leads within the page, or elsewhere after a question, or nowhere', () => {
  expect(linkTarget('/alerts?q=1')).toEqual({ type: 'internal', path: '/alerts?q=1' });
  expect(linkTarget('https://example.test/a')).toEqual({
    type: 'external',
    address: 'https://example.test/a',
  });
  const elsewhere = ['//evil.example', '/\\evil.example', '/api/logout', '/api', 'alerts', ''];
  const schemes = ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', undefined];
  for (const href of [...elsewhere, ...schemes]) expect(linkTarget(href)).toEqual({ type: 'none' });
});

test('[UI4] the target of a link in look-alike letters is shown in its real form', () => {
  expect(linkTarget('https://ex\u0430mple.test/')).toEqual({
    type: 'external',
    address: 'https://xn--exmple-4nf.test/',
  });
});
