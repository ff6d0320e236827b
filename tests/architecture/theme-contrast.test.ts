import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('../../src/renderer/ui/theme.css', import.meta.url), 'utf8');

const TEXT_RATIO = 4.5;
const EDGE_RATIO = 3;

function tokensOf(block: string): Map<string, string> {
  const found = block.matchAll(/--color-([a-z-]+):\s*(#[0-9a-f]{6});/g);
  return new Map([...found].map(([, name = '', value = '']) => [name, value]));
}

const [darkCss = '', lightCss = ''] = css.split(':root[data-theme="light"] {');
const dark = tokensOf(darkCss);
const light = new Map([...dark, ...tokensOf(lightCss)]);

/** Relative luminance and contrast ratio as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(tokens: Map<string, string>, one: string, other: string): number {
  const [high = 0, low = 0] = [one, other]
    .map((name) => {
      const value = tokens.get(name);
      if (!value) throw new Error(`No token ${name}`);
      return luminance(value);
    })
    .sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const TONES = ['critical', 'high', 'medium', 'low', 'ok', 'warn', 'bad'];
const GROUNDS = ['canvas', 'surface', 'raised', 'sunken'];
const TEXT_PAIRS = [
  ...['fg', 'fg-muted', 'fg-faint', 'accent-text'].flatMap((name) =>
    GROUNDS.map((ground) => [name, ground] as const),
  ),
  ...TONES.flatMap((tone) => [
    [tone, `${tone}-soft`] as const,
    ...GROUNDS.map((ground) => [tone, ground] as const),
  ]),
  ['accent-text', 'accent-soft'] as const,
  ['fg', 'accent-soft'] as const,
  ['fg-muted', 'accent-soft'] as const,
  ['accent-fg', 'accent'] as const,
  ['accent-fg', 'accent-hover'] as const,
  ['destructive-fg', 'destructive'] as const,
  ['destructive-fg', 'destructive-hover'] as const,
];
const EDGE_PAIRS = [
  ...GROUNDS.map((ground) => ['focus', ground] as const),
  ...['line-strong', ...TONES.map((tone) => `${tone}-mark`)].flatMap((name) =>
    ['canvas', 'surface', 'sunken'].map((ground) => [name, ground] as const),
  ),
];

test.each([
  ['dark', dark],
  ['light', light],
])('the %s theme is readable: text at 4.5:1, edges and marks at 3:1', (_, tokens) => {
  const weak = [
    ...TEXT_PAIRS.filter(([a, b]) => contrast(tokens, a, b) < TEXT_RATIO),
    ...EDGE_PAIRS.filter(([a, b]) => contrast(tokens, a, b) < EDGE_RATIO),
  ].map(([a, b]) => `${a} on ${b}: ${contrast(tokens, a, b).toFixed(2)}`);
  expect(weak).toEqual([]);
});
