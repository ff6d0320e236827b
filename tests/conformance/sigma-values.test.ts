import { describe, expect, test } from 'vitest';
import { asking, ruleText, verdictOn } from './sigma-reading.ts';

const raw = String.raw;

test('[SG3] values are compared without case, numbers in either spelling', async () => {
  const text = await asking("a:\n  Image: 'C:\\Windows\\CMD.exe'");
  expect(text({ Image: raw`c:\windows\cmd.EXE` })).toBe(true);
  expect(text({ Image: raw`c:\windows\cmd.exe ` })).toBe(false);
  const number = await asking('a:\n  Access: 0x1410');
  expect(['0x1410', '5136', '0X1410'].map((Access) => number({ Access }))).toEqual([
    true,
    true,
    true,
  ]);
  const decimal = await asking('a:\n  Id: 4768');
  expect(decimal({ Id: '0x12a0' })).toBe(true);
  const spelled = await asking("a:\n  Id: '04768'");
  expect([spelled({ Id: '4768' }), spelled({ Id: '04768' })]).toEqual([false, true]);
  const greek = await asking("a:\n  Name: 'ΟΔΟΣ'");
  expect(greek({ Name: 'οδος' })).toBe(true);
  const version = await asking('a:\n  Version: 1.10');
  expect([version({ Version: '1.1' }), version({ Version: '1.10' })]).toEqual([false, true]);
});

test.each([
  ['prog?.exe', 'progA.exe', true],
  ['prog?.exe', 'prog.exe', false],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'acb', false],
  ['*', '', true],
  [raw`C:\Temp\*`, raw`c:\temp\x`, false],
  [raw`C:\Temp\*`, raw`c:\temp*`, true],
  [raw`C:\Temp\\*`, raw`c:\temp\x`, true],
  [raw`C:\Temp\\*`, raw`c:\temp*`, false],
  [raw`C:\Temp\\\*`, raw`c:\temp\*`, true],
  [raw`C:\Temp\\\*`, raw`c:\temp\x`, false],
  [raw`\\\\server`, raw`\\server`, true],
  [raw`\\server`, raw`\server`, true],
  [raw`what\?`, 'what?', true],
  [raw`what\?`, 'whatx', false],
])('[SG4] %s and %s: %s', async (value, text, fits) => {
  // In single quotes YAML has no escapes: these are Sigma's.
  const asked = await asking(`a:\n  F: '${value}'`);
  expect(asked({ F: text })).toBe(fits);
});

describe('[SG5] modifiers of texts', () => {
  test('contains, startswith, endswith, with and without all', async () => {
    const any = await asking('a:\n  F|contains:\n    - one\n    - two');
    const every = await asking('a:\n  F|contains|all:\n    - one\n    - two');
    expect([any({ F: 'x ONE x' }), every({ F: 'x ONE x' })]).toEqual([true, false]);
    expect(every({ F: 'two one' })).toBe(true);
    expect(every({ F: ['two', 'one'] })).toBe(true);
    const starts = await asking('a:\n  F|startswith: one');
    expect([starts({ F: 'one two' }), starts({ F: 'two one' })]).toEqual([true, false]);
    const ends = await asking("a:\n  F|endswith: '\\one.exe'");
    expect([ends({ F: raw`c:\ONE.exe` }), ends({ F: 'one.exe' })]).toEqual([true, false]);
  });

  test('cased compares with case, neq is the opposite', async () => {
    const cased = await asking('a:\n  F|contains|cased: One');
    expect([cased({ F: 'xOne' }), cased({ F: 'xone' })]).toEqual([true, false]);
    const not = await asking('a:\n  F|neq:\n    - one\n    - two');
    expect([not({ F: 'ONE' }), not({ F: 'three' }), not({})]).toEqual([false, true, true]);
    const notPart = await asking('a:\n  F|contains|neq: on');
    expect([notPart({ F: 'one' }), notPart({ F: 'two' })]).toEqual([false, true]);
  });

  test('long lists of names and of parts', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `    - '\\tool${at}.exe'`).join('\n');
    const ends = await asking(`a:\n  F|endswith:\n${names}`);
    expect([ends({ F: raw`c:\x\TOOL39.exe` }), ends({ F: raw`c:\xtool39.exe` })]).toEqual([
      true,
      false,
    ]);
    const parts = Array.from({ length: 40 }, (_, at) => `    - part-${at}-`).join('\n');
    const inner = await asking(`a:\n  F|contains:\n${parts}\n    - '☠'`);
    expect(['xPART-39-x', 'part-40-', '…☠'].map((F) => inner({ F }))).toEqual([true, false, true]);
  });
});

test('[SG6] null, empty and missing', async () => {
  const none = await asking('a:\n  F: null');
  expect([none({}), none({ F: '' }), none({ F: 'x' })]).toEqual([true, true, false]);
  const empty = await asking("a:\n  F: ''");
  expect([empty({}), empty({ F: '' }), empty({ F: 'x' })]).toEqual([false, true, false]);
  const there = await asking('a:\n  F|exists: true');
  expect([there({}), there({ F: '' })]).toEqual([false, true]);
  const gone = await asking('a:\n  F|exists: false');
  expect([gone({}), gone({ F: '' })]).toEqual([true, false]);
  const not = await asking('a:\n  F: x\nb:\n  G: y\ncondition: a and not b');
  expect([not({ F: 'x' }), not({ F: 'x', G: 'y' })]).toEqual([true, false]);
  const oneOf = await asking("a:\n  F:\n    - null\n    - '-'");
  expect([oneOf({}), oneOf({ F: '-' }), oneOf({ F: 'x' })]).toEqual([true, true, false]);
});

describe('[SG7] dashes and encodings', () => {
  test('windash fits five dashes where an option begins, and nowhere else', async () => {
    const asked = await asking("a:\n  F|contains|windash: ' -exec'");
    for (const dash of '-/–—―') expect(asked({ F: `x ${dash}EXEC y` }), dash).toBe(true);
    expect([asked({ F: 'x _exec' }), asked({ F: 'x exec' })]).toEqual([false, false]);
    const inner = await asking("a:\n  F|windash|contains: 'a-b -c'");
    expect([inner({ F: 'a-b /c' }), inner({ F: 'a/b -c' })]).toEqual([true, false]);
    const ends = await asking("a:\n  F|endswith|windash: ' -a'");
    expect([ends({ F: 'x /a' }), ends({ F: 'x /a ' })]).toEqual([true, false]);
  });

  test('Base64 at any offset, of UTF-8 and of UTF-16', async () => {
    const words = ['http://', 'Iéx', '😀'];
    for (const word of words) {
      const asked = await asking(`a:\n  F|base64offset|contains: '${word}'`);
      const wide = await asking(`a:\n  F|wide|base64offset|contains: '${word}'`);
      for (const before of ['', 'x', 'xy', 'xyz']) {
        const text = `${before}${word} tail`;
        expect(asked({ F: `=${Buffer.from(text).toString('base64')}` }), text).toBe(true);
        expect(wide({ F: Buffer.from(text, 'utf16le').toString('base64') }), text).toBe(true);
      }
      expect(asked({ F: Buffer.from('something else').toString('base64') })).toBe(false);
    }
  });

  test('Base64 and UTF-16 of the value itself', async () => {
    const plain = await asking("a:\n  F|base64: 'foo bar'");
    expect([plain({ F: 'Zm9vIGJhcg==' }), plain({ F: 'foo bar' })]).toEqual([true, false]);
    const spelling = { utf16le: 'f\0', utf16be: '\0f', utf16: '\xff\xfef\0', wide: 'f\0' };
    for (const [modifier, text] of Object.entries(spelling)) {
      const asked = await asking(`a:\n  F|${modifier}: f`);
      expect(asked({ F: text }), modifier).toBe(true);
    }
    expect(await verdictOn(ruleText("a:\n  F|base64: 'a*b'\ncondition: a"))).toMatch(
      /^unsupported: .*wildcards cannot be encoded/,
    );
  });
});

test('[SG8] expressions are unanchored, with case, and run on RE2', async () => {
  const plain = await asking("a:\n  F|re: 'b\\d+c'");
  expect(['ab12cd', 'aB12cd', 'bc'].map((F) => plain({ F }))).toEqual([true, false, false]);
  const folded = await asking("a:\n  F|re|i: 'b\\d+c'");
  const inline = await asking("a:\n  F|re: '(?i)b\\d+c'");
  expect([folded({ F: 'B1C' }), inline({ F: 'B1C' })]).toEqual([true, true]);
  const lines = await asking("a:\n  F|re|m|s: '^b.c$'");
  expect([lines({ F: 'x\nb\nc\ny' }), lines({ F: 'xb-cy' })]).toEqual([true, false]);
  const one = await asking("a:\n  F|re:\n    - '^x'\n    - 'y$'");
  expect(['xa', 'ay', 'aa'].map((F) => one({ F }))).toEqual([true, true, false]);
  for (const source of ['(?=a)b', '(a)\\1', '(?<!a)b', 'a(', '(?>a)'])
    expect(await verdictOn(ruleText(`a:\n  F|re: '${source}'\ncondition: a`)), source).toMatch(
      /^unsupported: the expression cannot run in linear time/,
    );
  expect(await verdictOn(ruleText('a:\n  F|i: x\ncondition: a'))).toMatch(/belongs behind re/);
});

test.each([
  ['10.0.0.0/8', '10.255.0.1', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['192.168.1.4/30', '192.168.1.7', true],
  ['192.168.1.4/30', '192.168.1.8', false],
  ['0.0.0.0/0', '8.8.8.8', true],
  ['127.0.0.1', '127.0.0.1', true],
  ['10.0.0.0/8', '::ffff:10.1.2.3', true],
  ['fe80::/10', 'fe80::1%12', true],
  ['fe80::/10', 'ff80::1', false],
  ['::1/128', '0:0:0:0:0:0:0:1', true],
  ['10.0.0.0/8', '10.0.0', false],
  ['10.0.0.0/8', '', false],
  ['10.0.0.0/8', '10.0.0.256', false],
])('[SG9] %s holds %s: %s', async (range, address, holds) => {
  const asked = await asking(`a:\n  F|cidr: '${range}'`);
  expect(asked({ F: address })).toBe(holds);
});

test('[SG9] what is no network is invalid', async () => {
  for (const range of ['10.0.0.0/33', '10.0.0/8', 'fe80::/129', 'x'])
    expect(await verdictOn(ruleText(`a:\n  F|cidr: '${range}'\ncondition: a`)), range).toMatch(
      /^invalid: .* is no network/,
    );
});

test('[SG10] two fields of an event', async () => {
  const same = await asking('a:\n  F|fieldref: G');
  expect(same({ F: 'One', G: 'one' })).toBe(true);
  expect([same({ F: 'one', G: 'two' }), same({ F: 'one' }), same({})]).toEqual([
    false,
    false,
    false,
  ]);
  const starts = await asking('a:\n  F|fieldref|startswith: G');
  expect([starts({ F: 'one two', G: 'ONE' }), starts({ F: 'two', G: 'one' })]).toEqual([
    true,
    false,
  ]);
  const differs = await asking('a:\n  F|fieldref|neq: G');
  expect([differs({ F: 'one', G: 'two' }), differs({ F: 'a', G: 'A' })]).toEqual([true, false]);
});

test('[SG11] numbers and parts of times', async () => {
  const least = await asking('a:\n  F|gte: 10');
  expect(['10', '9', '0xa', '-1', 'x', ''].map((F) => least({ F }))).toEqual([
    true,
    false,
    true,
    false,
    false,
    false,
  ]);
  const between = await asking('a:\n  F|gt: 1\n  G|lt: 2.5');
  expect([between({ F: '1.5', G: '2' }), between({ F: '1', G: '2' })]).toEqual([true, false]);
  const night = await asking('a:\n  Time|hour: 3\n  Time|week: 1');
  expect(night({ Time: '2025-12-29T03:59:59.123Z' })).toBe(true);
  expect(night({ Time: '2026-01-05 03:00:00' })).toBe(false);
  expect(night({ Time: 'yesterday' })).toBe(false);
  const late = await asking('a:\n  Time|minute|gte: 30\n  Time|year: 2026\n  Time|month: 2');
  expect(late({ Time: '2026-02-01 00:30' })).toBe(true);
  expect(await verdictOn(ruleText('a:\n  F|gt: x\ncondition: a'))).toMatch(/is no number/);
});

test('[SG12] placeholders stand for what the workspace keeps', async () => {
  const options = { placeholders: { Servers: ['srv*', 'db1'] } };
  const asked = await asking("a:\n  F|expand: 'x-%Servers%'", options);
  expect(['x-srv9', 'x-db1', 'x-db2'].map((F) => asked({ F }))).toEqual([true, true, false]);
  const literal = await asking("a:\n  F: '%Servers%'", options);
  expect(literal({ F: '%servers%' })).toBe(true);
  const escaped = await asking("a:\n  F|expand: '\\%Servers\\%'", options);
  expect(escaped({ F: '%servers%' })).toBe(true);
  expect(await verdictOn(ruleText("a:\n  F|expand: '%Nobody%'\ncondition: a"))).toBe(
    "unsupported: 'F|expand': the placeholder %Nobody% has no values in this workspace",
  );
});

test('[SG13] names of fields without blanks and case', async () => {
  const asked = await asking('a:\n  ThreatName: x');
  expect([asked({ 'Threat Name': 'x' }), asked({ threatname: 'x' })]).toEqual([true, true]);
  expect(asked({ ThreatName: 'y', 'Threat Name': 'x' })).toBe(false);
});

test('[SG14] keywords stand in any value', async () => {
  const any = await asking("a:\n  - 'evil'\n  - 'w?rse*end'");
  expect([any({ F: 'x EVIL x' }), any({ F: 'y', G: ['x', 'so worse, the end.'] })]).toEqual([
    true,
    true,
  ]);
  expect([any({ F: 'good' }), any({ evil: 'x' })]).toEqual([false, false]);
  const every = await asking("a:\n  '|all':\n    - 'one'\n    - 'two'");
  expect([every({ F: 'one', G: 'two' }), every({ F: 'one' })]).toEqual([true, false]);
  const expression = await asking("a:\n  '|re': 'a\\d'");
  expect([expression({ F: 'xa1' }), expression({ F: 'xa' })]).toEqual([true, false]);
  const mixed = await asking('a:\n  - F: x\n  - evil');
  expect([mixed({ F: 'x' }), mixed({ G: 'evil' }), mixed({ G: 'x' })]).toEqual([true, true, false]);
});
