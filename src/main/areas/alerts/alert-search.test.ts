import { describe, expect, test } from 'vitest';
import { createTermsMaker, entityTerms, searchMatch } from './alert-search.ts';

describe('searchMatch', () => {
  test.each([
    ['beacon', '"beacon" *'],
    ['two words', '"two" * AND "words" *'],
    ['  spaced \t out ', '"spaced" * AND "out" *'],
    ['192.168.10', '(entity_terms : "192x168x10x" * OR "192.168.10")'],
    ['192.168.10.', '(entity_terms : "192x168x10x" * OR "192.168.10")'],
    ['192.168.10.18', 'entity_terms : "192x168x10x18"'],
    ['2001:db8::7', '(entity_terms : "2001xdb8xx7" * OR "2001:db8::7")'],
    ['2001:db8', '(entity_terms : "2001xdb8" * OR "2001:db8")'],
    ['00:1a:2B', '(entity_terms : "00x1ax2b" * OR "00:1a:2B")'],
    ['port:80', '"port:80"'],
    ['10.0', '(entity_terms : "10x0x" * OR "10.0")'],
    ['T1021.001', '(entity_terms : "t1021x001" OR "T1021.001")'],
    ['T1021', '"T1021" *'],
    ['4711', '"4711"'],
    ['web-01', '"web-01"'],
    ['web-01.corp', '"web-01.corp" *'],
    ['a', '"a"'],
    ['-7-', '"-7-"'],
    ['say "hi"', '"say" * AND " hi " *'],
    ['x OR y', '"x" AND "OR" * AND "y"'],
    ['title:beacon', '"title:beacon" *'],
    ['nul\0byte', '"nul byte" *'],
  ])('%j becomes %j', (typed, expression) => {
    expect(searchMatch(typed)?.prefixed).toBe(expression);
  });

  test('knows what the same words mean as whole words', () => {
    expect(searchMatch('beacon 4711 192.168.10.18')?.whole).toBe(
      '"beacon" AND "4711" AND entity_terms : "192x168x10x18"',
    );
  });

  test.each(['', '   ', '"', '***', '( ) - ^ :', '\0'])('%j has nothing to search for', (typed) => {
    expect(searchMatch(typed)).toBeNull();
  });
});

test('entityTerms gathers host, user and every address once, from fields and text', () => {
  const none = {
    title: 'None',
    description: '',
    source: 's',
    sourceHost: null,
    sourceUser: null,
    sourceIp: null,
    destIp: null,
  };
  expect(
    entityTerms({
      ...none,
      title: 'Scan of 10.0.5.7',
      description: '192.0.2.9:443 to 10.0.5.7, 1.2.3.4.5.6 is a version',
      sourceHost: '198.51.100.4',
      sourceIp: '192.0.2.9',
      destIp: '2001:DB8::7',
    }),
  ).toBe(
    `h${Buffer.from('198.51.100.4').toString('hex')} 192x0x2x9 2001xdb8xx7 10x0x5x7 198x51x100x4`,
  );
  expect(entityTerms(none)).toBeNull();
  const techniques = ['T1021.001', 'T1110', 'no technique'];
  expect(entityTerms({ ...none, techniques })).toBe('t1021x001 t1110');
});

test('the words of many alerts are those of each alone, also at their bound', () => {
  const many = Array.from({ length: 70 }, (_, n) => `192.0.2.${n}`).join(' ');
  const none = { sourceHost: null, sourceUser: null, sourceIp: null, destIp: null };
  const alerts = [
    { ...none, title: many, description: many, sourceHost: 'web', sourceUser: 'web' },
    { ...none, title: 'x', description: many, sourceIp: '192.0.2.60' },
    { ...none, title: many, description: '', sourceHost: '10.0.0.1', techniques: ['T1110'] },
  ];
  const termsOf = createTermsMaker();
  const terms = [...alerts, ...alerts].map((one) => termsOf(one));
  expect(terms).toEqual([...alerts, ...alerts].map((one) => entityTerms(one)));
  expect(terms.map((text) => text?.split(' ').length)).toEqual([50, 50, 50, 50, 50, 50]);
});
