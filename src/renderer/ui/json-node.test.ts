import { describe, expect, test } from 'vitest';
import { type JsonNode, parseJsonNode } from './json-node.ts';

/** The node as JSON again, so that it can be compared with JSON.parse. */
function toJson(node: JsonNode): string {
  switch (node.type) {
    case 'object':
      return `{${node.entries.map((one) => `${JSON.stringify(one.name)}:${toJson(one.node)}`).join()}}`;
    case 'array':
      return `[${node.items.map(toJson).join()}]`;
    case 'string':
      return JSON.stringify(node.value);
    case 'literal':
      return node.text;
  }
}

describe('a raw record that is JSON', () => {
  test.each([
    '{}',
    '[]',
    ' {"a" : [1, 2.5e-3, {"b": null}], "c": {"d": [[]], "e": ""}} \n',
    '["\\u00e9\\n\\"", true, false, -0]',
    '"text"',
    '12',
  ])('keeps its meaning: %s', (text) => {
    const node = parseJsonNode(text);
    expect(node && JSON.parse(toJson(node))).toEqual(JSON.parse(text));
  });
  test('keeps the digits of numbers that a double cannot hold', () => {
    const node = parseJsonNode('{"n": 12345678901234567890, "m": 1.000}');
    expect(node && toJson(node)).toBe('{"n":12345678901234567890,"m":1.000}');
  });
  test('shows a name that comes twice twice', () => {
    const node = parseJsonNode('{"user":"root","user":"guest"}');
    expect(node?.type === 'object' && node.entries.map((one) => one.name)).toEqual([
      'user',
      'user',
    ]);
  });
  test('may be nested 10,000 deep and more', () => {
    const depth = 100_000;
    const node = parseJsonNode('['.repeat(depth) + ']'.repeat(depth));
    let levels = 0;
    for (let at = node; at?.type === 'array'; at = at.items[0] ?? null) levels += 1;
    expect(levels).toBe(depth);
  });
  test('may have a name that means something to JavaScript', () => {
    const node = parseJsonNode('{"__proto__": {"polluted": 1}}');
    expect(node && toJson(node)).toBe('{"__proto__":{"polluted":1}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

test.each([
  '',
  '{',
  '{"a":1',
  '{"a":1,}',
  '[1,]',
  '[1 2]',
  '{a:1}',
  "{'a':1}",
  '{} {}',
  '01',
  'nul',
  '"\n"',
  '[}',
  '{"a":1]',
])('what is not one JSON value is not shown as one: %j', (text) =>
  expect(parseJsonNode(text)).toBeNull(),
);
