import { expect, test } from 'vitest';
import { compileText, ruleText, TEST_SOURCE, verdictOn } from './sigma-reading.ts';

const ID = '929a690e-bef0-4204-a928-ef5e620d6fcc';
const RULES = [
  ruleText('a:\n  F: x\ncondition: a', `title: One\nid: ${ID}`),
  ruleText('a:\n  F: x\ncondition: a', 'title: Two\nname: second'),
].join('---\n');

function filter(rules: string, condition: string, source = 'product: test'): string {
  return `---\ntitle: Admins\nlogsource:\n  ${source}\nfilter:\n  rules: ${rules}\n  selection:\n    User|startswith: adm_\n  condition: ${condition}\n`;
}

async function titles(text: string, User: string): Promise<readonly string[]> {
  const set = await compileText(RULES + text);
  return set.match({ F: 'x', User }, TEST_SOURCE).map(({ info }) => info.title);
}

test('[SG21] a filter takes matches from the rules that it names', async () => {
  const one = filter(`['${ID.toUpperCase()}']`, 'selection');
  expect(await titles(one, 'adm_ann')).toEqual(['Two']);
  expect(await titles(one, 'bob')).toEqual(['One', 'Two']);
  expect(await titles(filter('[second]', 'selection'), 'adm_ann')).toEqual(['One']);
  expect(await titles(filter(`[second, ${ID}]`, 'selection'), 'adm_ann')).toEqual([]);
  expect(await titles(filter('any', 'selection'), 'adm_ann')).toEqual([]);
});

test('[SG21] a condition that begins with not says what passes', async () => {
  const text = filter(`[${ID}]`, 'not selection');
  expect(await titles(text, 'adm_ann')).toEqual(['Two']);
  expect(await titles(text, 'bob')).toEqual(['One', 'Two']);
});

test('[SG21] a hit names the filters that it has passed', async () => {
  const set = await compileText(RULES + filter('[second]', 'selection'));
  const hits = set.match({ F: 'x', User: 'bob' }, TEST_SOURCE);
  expect(hits.map(({ filters }) => filters.map(({ title }) => title))).toEqual([[], ['Admins']]);
});

test('[SG21] a filter stays within its log source', async () => {
  expect(await titles(filter('any', 'selection', 'product: windows'), 'adm_ann')).toHaveLength(2);
});

test('[SG21] a filter without rules is invalid, one that cannot run has its line', async () => {
  expect(await verdictOn(filter('[]', 'selection').slice(4))).toMatch(/^invalid: .*names no rules/);
  const set = await compileText(
    `${RULES}---\ntitle: Broken\nlogsource:\n  product: test\nfilter:\n  rules: any\n  selection:\n    User|re: '(?=a)'\n  condition: selection\n`,
  );
  expect(set.lines.find(({ kind }) => kind === 'filter')).toMatchObject({
    state: 'unsupported',
    reasons: [expect.stringContaining('linear time')],
  });
  expect(set.match({ F: 'x' }, TEST_SOURCE)).toHaveLength(2);
});
