import { expect, it } from 'vitest';
import type { KnownTerm } from './redaction.types.ts';
import { testRedactor } from './redactor.fixture.ts';

const TERMS: KnownTerm[] = [
  { kind: 'HOST', value: 'web-01' },
  { kind: 'USER', value: 'jdoe' },
  { kind: 'ORG', value: 'Nordhafen' },
  { kind: 'DOMAIN', value: 'nordhafen.example' },
];
const PIECES = [
  ...['web-01', 'WEB-01', 'jdoe', 'JDoe', 'Nordhafen', 'nordhafen.example', 'HOST_1', 'user_2'],
  ...[
    'web%2D01',
    '\\u0077eb-01',
    'w\u200beb-01',
    'ｊｄｏｅ',
    'web-01[.]nordhafen[.]example',
    '10.0.0.7',
  ],
  ...['10[.]0[.]0[.]7', 'C:\\Users\\kw\\x', 'NORD\\kw', '\\\\nas\\share\\a', 'a@b.example'],
  ...[
    ' ',
    '\n',
    '\\n',
    '/',
    '.',
    '_',
    '-',
    ':',
    'x',
    '7',
    'ü',
    '😀',
    '"',
    "'",
    '\\',
    '%',
    '&',
    '&#119;',
  ],
  ...[
    'the policy',
    'd41d8cd98f00b204e9800998ecf8427e',
    'TEXT_3',
    'HOST\\_1',
    'v2',
    'IP',
    'HOST',
    '_1',
  ],
];

/** The same texts every time (a linear congruential generator). */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state;
  }
}

it('[MO50] gives every text without secrets back as it was, and leaves no known term in it', () => {
  const random = numbers(7);
  const next = (below: number) => (random.next().value as number) % below;
  for (let round = 0; round < 1500; round += 1) {
    const text = Array.from({ length: 1 + next(14) }, () => PIECES[next(PIECES.length)]).join('');
    const redactor = testRedactor(TERMS);
    const { messages, removed } = redactor.redact([{ role: 'user', content: text }], 'a');
    const out = messages[0]?.content ?? '';
    expect(out.toLowerCase(), text).not.toMatch(/web-01|nordhafen|(?:^|[ :/."])jdoe(?:[ :/."]|$)/);
    if (removed.length === 0) expect(redactor.restore(out, 'a'), `${text} → ${out}`).toBe(text);
    redactor.check(JSON.stringify({ messages }), 'a');
  }
});
