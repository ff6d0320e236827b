import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeTemplate } from '../../src/main/areas/compliance/framework-import.workbook.ts';
import { createPackLibrary } from '../../src/main/areas/compliance/packs.ts';
import { countPack } from '../../src/shared/areas/compliance/pack.rules.ts';
import { asJson, CATALOG, LIBRARY, profileOf, readFile } from '../helpers/framework-files.ts';

const refs = (requirements: readonly { id: string; parent?: string | undefined }[]) =>
  requirements.map(({ id, parent }) => (parent === undefined ? id : `${parent} › ${id}`));
const one = async (name: string, content: string | Uint8Array, more = {}) => {
  const draft = await readFile(name, content, more);
  const [framework] = draft.frameworks;
  if (!framework) throw new Error('no framework');
  return { ...draft, framework };
};

describe('[FW8] an OSCAL catalog', () => {
  test('becomes groups, controls and enhancements under their printed ids, with parameters in the text', async () => {
    const { framework, leftOut, format } = await one('c.json', asJson(CATALOG));
    expect(format).toBe('oscal-catalog');
    expect(framework).toMatchObject({ name: 'House catalog', version: '1.0', publisher: 'House' });
    expect(refs(framework.requirements)).toEqual([
      ...['HC', 'HC › HC-1', 'HC-1 › HC-1(1)', 'HC-1 › HC-1(2)', 'HC › HC-2', 'GD', 'GD › GD-1'],
    ]);
    expect(countPack(framework.requirements)).toEqual({ groups: 2, requirements: 4, withdrawn: 1 });
    expect(framework.requirements.find(({ id }) => id === 'HC-1')?.text).toBe(
      'Doors are:\n  a. locked after [Assignment: organization-defined time];\n  b. checked [Selection (one or more): by hand; every [Assignment: organization-defined time]].',
    );
    expect(leftOut).toEqual([]);
  });

  test('leaves out what has no id or stands twice, and says so; an empty one is refused', async () => {
    const controls = [
      { id: 'a-1', title: 'One' },
      { id: 'a-1', title: 'Again' },
      { title: 'No id' },
      { id: 'a-2' },
      { id: 'x'.repeat(65), title: 'Long' },
    ];
    const { framework, leftOut } = await one(
      'c.json',
      asJson({ catalog: { metadata: { title: 'T' }, controls } }),
    );
    expect(refs(framework.requirements)).toEqual(['a-1']);
    expect(leftOut.map(({ reason }) => reason)).toEqual([
      ...['Its id stands twice; the first one is taken', 'It has no id', 'It has no title'],
      'Its id is longer than 64 characters',
    ]);
    await expect(readFile('c.json', asJson({ catalog: {} }))).rejects.toThrow('has no controls');
  });
});

describe('[FW8] an OSCAL profile', () => {
  const supplied = [{ fileName: 'house-catalog.json', document: CATALOG }];
  const include = (...ids: string[]) => ({ 'include-controls': [{ 'with-ids': ids }] });

  test('takes what it includes of a catalog that was chosen with it, and the groups above', async () => {
    const profile = profileOf([
      { href: 'house-catalog.json', ...include('hc-1.1', 'gd-1', 'hc-1.2', 'none-1') },
    ]);
    const { framework, leftOut } = await one('p.json', asJson(profile), { supplied });
    expect(framework.name).toBe('House baseline');
    expect(refs(framework.requirements)).toEqual(['HC', 'HC › HC-1(1)', 'GD', 'GD › GD-1']);
    expect(leftOut.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('withdrawn'),
      expect.stringContaining('not in House catalog'),
    ]);
  });

  test.each([
    ['all of it', { 'include-all': {} }, ['HC-1', 'HC-1(1)', 'HC-2', 'GD-1']],
    [
      'with children',
      { 'include-controls': [{ 'with-ids': ['hc-1'], 'with-child-controls': 'yes' }] },
      ['HC-1', 'HC-1(1)'],
    ],
    [
      'by pattern',
      { 'include-controls': [{ matching: [{ pattern: 'hc-*' }] }] },
      ['HC-1', 'HC-1(1)', 'HC-2'],
    ],
    [
      'without some',
      { 'include-all': {}, 'exclude-controls': [{ 'with-ids': ['hc-2'] }] },
      ['HC-1', 'HC-1(1)', 'GD-1'],
    ],
  ])('chooses %s', async (_what, choice, expected) => {
    const profile = profileOf([{ href: 'house-catalog.json', ...choice }]);
    const { framework } = await one('p.json', asJson(profile), { supplied });
    const chosen = framework.requirements.filter(({ kind }) => kind === 'requirement');
    expect(chosen.map(({ id }) => id)).toEqual(expected);
  });

  test('sets parameters; alters and an order of its own are told as not applied', async () => {
    const modify = {
      'set-parameters': [
        { 'param-id': 'hc-1_prm', values: ['5 minutes'] },
        { 'param-id': 'none_prm', values: ['x'] },
      ],
      alters: [{ 'control-id': 'hc-2', adds: [{ position: 'after' }], removes: [] }],
    };
    const profile = profileOf([{ href: 'house-catalog.json', 'include-all': {} }], {
      modify,
      merge: { custom: {} },
    });
    const { framework, leftOut, notes } = await one('p.json', asJson(profile), { supplied });
    expect(framework.requirements.find(({ id }) => id === 'HC-1')?.text).toContain(
      'locked after 5 minutes;',
    );
    expect(leftOut).toMatchObject([{ where: 'alters of hc-2' }]);
    expect(notes.join(' ')).toMatch(/own order.*1 values of parameters were not applied/);
  });

  test('follows chains of profiles, and refuses circles and what is missing, by name', async () => {
    const inner = profileOf([
      { href: 'house-catalog.json', 'exclude-controls': [{ 'with-ids': ['gd-1'] }] },
    ]);
    const outer = profileOf([{ href: '#r', 'include-all': {} }], {
      'back-matter': { resources: [{ uuid: 'r', rlinks: [{ href: '../x/inner.json' }] }] },
    });
    const chain = [...supplied, { fileName: 'inner.json', document: inner }];
    const { framework } = await one('outer.json', asJson(outer), { supplied: chain });
    expect(countPack(framework.requirements).requirements).toBe(3);

    const circle = profileOf([{ href: 'inner.json' }]);
    const round = { supplied: [{ fileName: 'inner.json', document: circle }] };
    await expect(readFile('circle.json', asJson(circle), round)).rejects.toThrow('in a circle');
    const missing = asJson(profileOf([{ href: 'nowhere.json' }]));
    await expect(readFile('p.json', missing)).rejects.toThrow(
      'imports nowhere.json, which is neither shipped nor',
    );
    const dangling = asJson(profileOf([{ href: '#nothing' }]));
    await expect(readFile('p.json', dangling)).rejects.toThrow('back matter does not have');
    await expect(readFile('p.json', asJson(profileOf([])))).rejects.toThrow('imports nothing');
  });
});

const OSCAL = join(import.meta.dirname, '../../../shared/data/oscal');
const skip = !existsSync(OSCAL);
if (skip) console.log('Skipped with NIST’s own files: ../shared/data/oscal is missing.');
const nist = (name: string) => readFileSync(join(OSCAL, `${name}.json`));
const packs = createPackLibrary(join(import.meta.dirname, '../../resources/frameworks'));

// Skipped where ../shared/data/oscal is missing.
describe.skipIf(skip)('[FW8] NIST’s own files', () => {
  test.each([
    ['nist-800-53-r5-LOW-catalog', 'nist-800-53-r5', 149],
    ['nist-800-53-r5-MODERATE-catalog', 'nist-800-53-r5', 287],
    ['nist-800-53-r5-HIGH-catalog', 'nist-800-53-r5', 370],
    ['nist-800-53-r5-PRIVACY-catalog', 'nist-800-53-r5', 102],
    ['nist-800-53-r4-catalog', 'nist-800-53-r4', 835],
  ])('%s has the ids and titles of our pack %s', async (name, packId, expected) => {
    const { framework, leftOut } = await one(`${name}.json`, nist(name));
    const titles = new Map(packs.find(packId)?.requirements.map(({ id, title }) => [id, title]));
    expect(leftOut).toEqual([]);
    const controls = framework.requirements.filter(({ kind }) => kind === 'requirement');
    expect(controls.length).toBe(packId.endsWith('r4') ? controls.length : expected);
    expect(controls.length).toBeGreaterThan(100);
    expect(controls.filter(({ id, title }) => titles.get(id) !== title)).toEqual([]);
    const groups = framework.requirements.filter(({ kind }) => kind === 'group');
    expect(groups.filter(({ id }) => !titles.has(id))).toEqual([]);
    expect(controls.filter(({ text }) => text === undefined)).toEqual([]);
  });

  test.each([
    ['LOW', 149],
    ['MODERATE', 287],
    ['HIGH', 370],
    ['PRIVACY', 102],
  ])('the %s profile is resolved against the shipped pack', async (level, count) => {
    const { framework, leftOut, notes } = await one(
      'p.json',
      nist(`nist-800-53-r5-${level}-profile`),
    );
    const chosen = framework.requirements.filter(({ kind }) => kind === 'requirement');
    const ours = packs
      .find('nist-800-53-r5')
      ?.requirements.filter(({ baselines }) => baselines?.includes(level));
    expect(chosen.map(({ id }) => id)).toEqual(ours?.map(({ id }) => id));
    expect(chosen).toHaveLength(count);
    expect(leftOut).toEqual([]);
    expect(notes.join()).toContain('NIST SP 800-53');
  });

  test('a profile takes a catalog that was chosen with it before the pack', async () => {
    const document = JSON.parse(nist('nist-800-53-r5-LOW-catalog').toString()) as unknown;
    const supplied = [{ fileName: 'NIST_SP-800-53_rev5_catalog.json', document }];
    const { framework } = await one('p.json', nist('nist-800-53-r5-LOW-profile'), { supplied });
    expect(countPack(framework.requirements).requirements).toBe(149);
  });

  test('the example catalog is read; an assessment result says what it is', async () => {
    const { framework } = await one('b.json', nist('basic-catalog'));
    expect(framework.requirements.length).toBeGreaterThan(5);
    await expect(readFile('a.json', nist('ifa_assessment-results-example'))).rejects.toThrow(
      'holds "assessment-results"',
    );
  });
});

describe('[FW8] a CISO Assistant library', () => {
  test('becomes a tree with baselines, and mappings that become links', async () => {
    const { framework, links, notes, format } = await one('rules.yaml', LIBRARY);
    expect(format).toBe('ciso-assistant');
    expect(framework).toMatchObject({
      name: 'House rules',
      version: '3',
      publisher: 'House',
      licence: 'For the house',
    });
    expect(refs(framework.requirements)).toEqual(['A', 'A › node2', 'node2 › A.1', 'A › A.2']);
    expect(framework.requirements[2]).toEqual({
      ...{ id: 'A.1', parent: 'node2', kind: 'requirement', baselines: ['IG1'] },
      ...{
        title: 'Know every account. And its owner.',
        text: 'Know every account.\nAnd its owner.',
      },
    });
    expect(links[0]).toMatchObject({
      name: 'House rules to CSF',
      links: [{ relation: 'intersects' }, {}],
    });
    expect(notes).toEqual(['Not taken over from this library: threats.']);
  });

  test('without objects, or without what is read, says so', async () => {
    await expect(readFile('x.yaml', 'urn: x\n')).rejects.toThrow('has no "objects"');
    await expect(readFile('x.yaml', 'urn: x\nobjects:\n  threats: []\n')).rejects.toThrow(
      'holds threats',
    );
  });
});

describe('[FW8] a table', () => {
  test.each([',', ';', '\t', '|'])(
    'with %j between its cells is read by the names of its columns',
    async (d) => {
      const rows = [
        ['Control ID', 'Domain', 'Name', 'Description', 'Level'],
        ['1.1', 'Access', 'Accounts', '"Know them,\nall; of | them"', 'L1'],
        ['1.2', 'Access', 'Passwords', '', 'L1'],
        ['', '', '', '', ''],
        ['2.1', 'Backup', 'Copies', 'Keep them', ''],
      ];
      const text = `\ufeff${rows.map((row) => row.join(d)).join('\r\n')}\r\n`;
      const { framework, columns, leftOut } = await one('rules.csv', text);
      expect(columns?.mapping).toEqual({
        id: 'Control ID',
        title: 'Name',
        text: 'Description',
        group: 'Domain',
        baselines: 'Level',
      });
      expect(refs(framework.requirements)).toEqual([
        'Access',
        'Access › 1.1',
        'Access › 1.2',
        'Backup',
        'Backup › 2.1',
      ]);
      expect(framework.requirements[1]).toMatchObject({
        text: 'Know them,\nall; of | them',
        baselines: ['L1'],
      });
      expect([framework.name, leftOut]).toEqual(['rules', []]);
    },
  );

  test('says the line of what is left out', async () => {
    const text = 'id,title,parent,weight\nA,One,,1\n,Two,,\n"B","Three\nlines",Z,99\nA,Again,,\n';
    const { leftOut } = await one('t.csv', text);
    expect(leftOut.map(({ line, where, reason }) => `${line} ${where}: ${reason}`)).toEqual([
      '3 Two: It has no id',
      '4 B: Its weight "99" is not a whole number from 1 to 10; 1 is taken',
      '6 A: Its id stands twice; the first one is taken',
      '4 B: Its parent Z is not there; it stands at the top',
    ]);
  });

  test('whose columns say nothing is shown with them, and read when they are named', async () => {
    const text = 'Spalte 1;Spalte 2\nA;Eins\n';
    const draft = await readFile('t.csv', text);
    expect(draft).toMatchObject({
      frameworks: [],
      columns: { found: [{ name: 'Spalte 1', sample: 'A' }, { name: 'Spalte 2' }], mapping: {} },
    });
    const { framework } = await one('t.csv', text, {
      columns: { id: 'Spalte 1', title: 'Spalte 2' },
    });
    expect(framework.requirements).toEqual([{ id: 'A', title: 'Eins', kind: 'requirement' }]);
  });

  test('of our template is read with its facts and answers', async () => {
    const { framework, format, leftOut } = await one('t.xlsx', await writeTemplate());
    expect(format).toBe('workbook');
    expect(framework).toMatchObject({
      name: 'Example framework',
      version: '1.0',
      category: 'Security',
    });
    expect(countPack(framework.requirements)).toEqual({ groups: 1, requirements: 2, withdrawn: 1 });
    expect(Object.fromEntries(framework.answers)).toEqual({
      'EX-1.1': {
        status: 'COMPLIANT',
        isAutomated: true,
        description: 'The directory is the list.',
      },
      'EX-1.2': { isApplicable: false, applicabilityReason: 'There are none' },
    });
    expect(leftOut).toEqual([]);
  });
});
