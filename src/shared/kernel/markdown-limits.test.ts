import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../../tests/helpers/cpu-time.ts';
import { MARKDOWN_LIMITS, markdownFault } from './markdown-limits.ts';

describe('Markdown that may be parsed', () => {
  test('[PO50] is all that people write', () => {
    const table = `|${'a|'.repeat(20)}\n|${'-|'.repeat(20)}\n|${'b|'.repeat(20)}`;
    const list = Array.from({ length: 20 }, (_, n) => `${'  '.repeat(n)}- item`).join('\n');
    const code = `\`\`\`\n${' '.repeat(200)}deep code\n\`\`\``;
    const text = `# Title\n\n${'Words **bold** and [a link](https://a.example). '.repeat(30)}\n\n`;
    for (const one of ['', text, table, list, code, '> > > quoted', '-'.repeat(500), '1. one'])
      expect(markdownFault(one)).toBe(null);
  });

  test('[PO50] is not what takes minutes to parse', () => {
    const deep = Array.from({ length: 200 }, (_, n) => `${'  '.repeat(n)}- item`).join('\n');
    expect(markdownFault(deep)).toBe('deep');
    expect(markdownFault('>'.repeat(5_000))).toBe('deep');
    expect(markdownFault(`${'- '.repeat(500)}x`)).toBe('deep');
    expect(markdownFault(`${'1. '.repeat(500)}x`)).toBe('deep');
    expect(markdownFault(`${'*'.repeat(500)}a${'*'.repeat(500)}`)).toBe('crowded');
    expect(markdownFault('['.repeat(10_000))).toBe('crowded');
    expect(markdownFault('[a]('.repeat(10_000))).toBe('crowded');
    expect(markdownFault('[a](b [c\n'.repeat(5_000))).toBe('crowded');
    expect(markdownFault(`|${'a|'.repeat(5_000)}`)).toBe('crowded');
    expect(markdownFault('x'.repeat(MARKDOWN_LIMITS.characters + 1))).toBe('long');
  });

  test('[PO50] is told in time that grows with its length only', () => {
    const spent = cpuClock();
    markdownFault(`${' '.repeat(290_000)}x`);
    markdownFault(' >'.repeat(140_000));
    markdownFault('1'.repeat(290_000));
    expect(spent()).toBeLessThan(2_000);
  });
});
