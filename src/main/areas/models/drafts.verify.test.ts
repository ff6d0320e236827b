import { describe, expect, it } from 'vitest';
import { harmlessMarkdown } from './drafts.markdown.ts';
import { verifyDraft } from './drafts.verify.ts';

const FACTS = [
  'control: A.8.7 Protection against malware',
  'owner: Lena Hoffmann',
  'organization: Nordhafen',
  'first action on CRITICAL alerts: 1 hours',
  'next assessment: 2026-12-01',
  'evidence: EDR coverage report (valid)',
].join('\n');

describe('verification of a draft', () => {
  it.each([
    'Lena Hoffmann reviews the EDR coverage report before 2026-12-01.',
    'Malware is acted on within 1 hour, as A.8.7 asks.',
    '- Rotate keys.\n- Ask the owner.\n\n1. First.\n2. Then.',
    '## Scope And Purpose\n\nThis applies to all systems.',
    'Use MFA and a SIEM. "Systems" are in scope: Servers and clients.',
  ])('[MO60] keeps what facts bear out: %s', (text) => {
    expect(verifyDraft(text, FACTS)).toMatchObject({ text, dropped: [] });
  });

  it.each([
    ['Passwords change after 90 days.', "'90' is not among the facts"],
    ['It is closed by 2026-12-02.', "'2026-12-02' is not among the facts"],
    ['The review takes thirty days.', "'thirty' is not among the facts"],
    ['It was approved by Karl Weber.', "'Karl' is not among the facts"],
    ['The report of web-17 is missing.', "'web-17' is not among the facts"],
    ['Write to ciso@other.example first.', "'ciso@other.example' is not among the facts"],
    ['As ISO27001 and A.9.9 ask.', "'ISO27001' is not among the facts"],
    ['# Policy of 2031', "'2031' is not among the facts"],
  ])('[MO60] leaves out what no fact bears out: %s', (text, why) => {
    const { text: kept, dropped } = verifyDraft(
      `It is needed. ${text}`.replace('It is needed. #', '#'),
      FACTS,
    );
    expect(dropped).toEqual([{ text, why }]);
    expect(kept).not.toContain(text);
  });

  it('counts every sentence', () => {
    const { claims, dropped } = verifyDraft('One is kept. It costs 5 million. And this.', FACTS);
    expect([claims, dropped.length]).toEqual([3, 1]);
  });
});

describe('Markdown of a model', () => {
  it('[MO61] leads nowhere', async () => {
    const text = [
      '# Title',
      '',
      'See [the guide](https://evil.example/x?d=secret), ![pixel](https://evil.example/p.png) or https://evil.example.',
      '',
      '<script>alert(1)</script><b>bold</b> [ref][1] <https://evil.example>',
      '',
      '[1]: https://evil.example',
      '',
      '- {{workspace.name}} and some_file',
    ].join('\n');
    const clean = await harmlessMarkdown(text);
    expect(clean).not.toMatch(/evil|https?:|<|\]\(|!\[/);
    expect(clean).toContain('See the guide');
    expect(clean).toContain('- {{workspace.name}} and some_file');
    expect(await harmlessMarkdown('```markdown\n# A\n\nb\n```')).toBe('# A\n\nb');
  });
});
