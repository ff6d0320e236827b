import { expect, test } from 'vitest';
import { asking, readEntries, ruleText, verdictOn } from './sigma-reading.ts';

/** Selections a, b, c and _d hold where the event has a field of their name. */
const FOUR = ['a', 'b', 'c', '_d'].map((name) => `${name}:\n  ${name}|exists: true`).join('\n');

async function holds(condition: string, fields: string): Promise<boolean> {
  const asked = await asking(`${FOUR}\ncondition: ${condition}`);
  return asked(Object.fromEntries(fields.split(' ').map((name) => [name, 'x'])));
}

test.each([
  ['a or b and c', 'a', true],
  ['(a or b) and c', 'a', false],
  ['not a and b', 'b', true],
  ['not (a and b)', 'a', true],
  ['not a or b', 'c', true],
  ['not not a', 'a', true],
  ['1 of them', '_d', false],
  ['1 of them', 'c', true],
  ['any of them', 'b', true],
  ['all of them', 'a b c', true],
  ['all of them', 'a b', false],
  ['2 of them', 'a c', true],
  ['2 of them', 'a _d', false],
  ['1 of _*', '_d', true],
  ['1 of *', '_d', false],
  ['a AND NOT b', 'a', true],
  ['a or 1 of b*', 'b', true],
])('[SG15] %s with %s: %s', async (condition, fields, expected) => {
  expect(await holds(condition, fields)).toBe(expected);
});

test('[SG15] patterns hold wildcards anywhere, lists of conditions are an OR', async () => {
  const names = 'sel_one_x:\n  F: 1\nsel_two_x:\n  F: 2\nsel_three_y:\n  F: 3';
  const middle = await asking(`${names}\ncondition: 1 of sel_*_x`);
  expect(['1', '2', '3'].map((F) => middle({ F }))).toEqual([true, true, false]);
  const list = await asking(`${names}\ncondition:\n  - sel_one_x\n  - sel_three_y`);
  expect(['1', '2', '3'].map((F) => list({ F }))).toEqual([true, false, true]);
  const word = await asking('and:\n  F: 1\nor:\n  F: 2\ncondition: and or or');
  expect(['1', '2', '3'].map((F) => word({ F }))).toEqual([true, true, false]);
});

test.each([
  ['a and', /^invalid: .*ends where a selection is missing/],
  ['a b', /^invalid: .*'b' where it should end/],
  ['(a', /^invalid: .*open bracket/],
  ['a)', /^invalid: .*'\)' where it should end/],
  ['x', /^invalid: .*names 'x', which the rule does not define/],
  ['1 of x*', /^invalid: .*fits none/],
  ['1 of', /^invalid: .*not of what/],
  ['a | count() by F > 5', /^unsupported: .*aggregates/],
  [`${'not '.repeat(60)}a`, /^invalid: .*nested too deeply/],
  [`${'('.repeat(5_000)}a`, /^invalid: .*nested too deeply/],
  [`a${' or a'.repeat(5_000)}`, /^invalid: .*longer than/],
])('[SG15] the condition %.30s is refused with its reason', async (condition, reason) => {
  expect(await verdictOn(ruleText(`${FOUR}\ncondition: ${condition}`))).toMatch(reason);
});

test.each([
  ['title: x\naction: global\ndetection:\n  condition: a', /^unsupported: .*action/],
  [ruleText('a:\n  F: x\ntimeframe: 5m\ncondition: a'), /^unsupported: .*timeframe/],
  [ruleText('a:\n  F: x'), /^invalid: .*no condition/],
  [ruleText('condition: a'), /^invalid: .*no selection/],
  [ruleText('a: []\ncondition: a'), /^invalid: .*is empty/],
  [ruleText('a:\n  F: []\ncondition: a'), /^invalid: .*has no values/],
  [ruleText('a:\n  F:\n    - G: x\ncondition: a'), /^invalid: .*not a single value/],
  [ruleText('a:\n  F: x\n  F: y\ncondition: a'), /^invalid: .*'F' twice/],
  [ruleText('a:\n  F|near: x\ncondition: a'), /^unsupported: .*'near' is not known/],
  [ruleText('a:\n  F|re|cidr: x\ncondition: a'), /^invalid: .*exclude each other/],
  [ruleText('a:\n  F|re|contains: x\ncondition: a'), /^invalid: .*are for texts/],
  [ruleText('a:\n  F: x\ncondition: a', 'id: 5'), /^invalid: no title/],
  ['title: x\ndetection:\n  a:\n    F: x\n  condition: a', /^invalid: logsource/],
  [ruleText('a:\n  F: x\ncondition: a', 'title: x\ntaxonomy: ecs'), /^unsupported: .*taxonomy/],
  ['title: x', /^invalid: neither detection/],
  ['- a\n- b', /^invalid: the document is not a map/],
  ['', /^invalid: the file is empty/],
  ['a: [', /^invalid: not readable as YAML/],
])('[SG1] %.40s is answered with its reason', async (text, reason) => {
  expect(await verdictOn(text)).toMatch(reason);
});

test('[SG1] of several documents each has its entry, whatever the others are', async () => {
  const good = ruleText('a:\n  F: x\ncondition: a');
  const entries = await readEntries(`${good}---\ntitle: broken\nid: '7'\n---\n${good}`);
  expect(entries.map(({ state }) => state)).toEqual(['ready', 'invalid', 'ready']);
  expect(entries[1]).toMatchObject({ title: 'broken', id: '7' });
});
