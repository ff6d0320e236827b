import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../../../tests/helpers/cpu-time.ts';
import { titleTemplate } from '../../../shared/areas/incidents/groups.rules.ts';
import { ENTITIES_PER_ALERT, entitiesOf, type Naming, normalEntity } from './entities.ts';
import { DEFAULT_RULES } from './group-rules.ts';
import { packGroups } from './packed-groups.ts';

const alert = (fields: Partial<Naming>): Naming => ({
  ...{ title: '', description: '', sourceHost: null, sourceUser: null },
  ...{ sourceIp: null, destIp: null },
  ...fields,
});
const named = (fields: Partial<Naming>) =>
  entitiesOf(alert(fields)).map(({ kind, value }) => `${kind} ${value}`);

const SHA1 = '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12';

describe('[GR2] entities have one form', () => {
  test.each([
    [
      'hosts without case and the dot of the root',
      { sourceHost: 'WEB-01.Corp.' },
      ['host web-01.corp'],
    ],
    ['a host that is an address', { sourceHost: '10.0.0.7' }, ['address 10.0.0.7']],
    [
      'a user that is a mailbox',
      { sourceUser: 'Bob@Example.org' },
      ['user bob@example.org', 'mailbox bob@example.org'],
    ],
    ['IPv6 in short form', { sourceIp: '2001:0DB8:0:0:0:0:0:1' }, ['address 2001:db8::1']],
    ['IPv4 within IPv6', { destIp: '::ffff:192.0.2.9' }, ['address 192.0.2.9']],
    [
      'addresses, mailboxes and hashes of texts',
      { description: `To eve@x.example via 192.0.2.1, [2001:db8::2]: ${SHA1.toUpperCase()}.` },
      ['address 192.0.2.1', 'mailbox eve@x.example', 'address 2001:db8::2', `hash ${SHA1}`],
    ],
    [
      'one thing once',
      { sourceIp: '192.0.2.1', title: 'From 192.0.2.1 to 192.0.2.1' },
      ['address 192.0.2.1'],
    ],
    [
      'nothing of every machine',
      {
        sourceIp: '127.0.0.1',
        destIp: '0.0.0.0',
        sourceHost: '-',
        sourceUser: 'N/A',
        description: 'd41d8cd98f00b204e9800998ecf8427e',
      },
      [],
    ],
    [
      'no versions, no times, no parts of longer numbers',
      { description: '1.2.3.4.5 at 10:20:30, 999.1.1.1, 192.0.2.1.7' },
      [],
    ],
    [
      'nothing with control or bidirectional characters',
      { sourceHost: 'web\u202e01', sourceUser: 'a\0b' },
      [],
    ],
    ['nothing huge', { sourceHost: 'h'.repeat(300), sourceIp: '1'.repeat(10_000) }, []],
  ] as const)('%s', (_name, fields, expected) => {
    expect(named(fields)).toEqual(expected);
  });

  test('what attackers write is bounded, in number and in time', () => {
    const many = Array.from({ length: 300 }, (_, n) => `10.0.${n % 250}.${n % 200}`).join(' ');
    expect(named({ sourceHost: 'a', description: many })).toHaveLength(ENTITIES_PER_ALERT);
    const spent = cpuClock();
    for (const piece of ['a@', 'a.', '1.', 'f', 'f:', ':', '/a', '0x', '{0', '@.', 'a-.']) {
      const text = piece.repeat(20_000);
      named({ title: text, description: text, sourceHost: text, sourceUser: text });
      titleTemplate(text);
    }
    expect(spent()).toBeLessThan(2_000);
  });

  test('a hash or an address is found wherever in a text it stands, and no part of a longer one', () => {
    const [md5, sha256] = [SHA1.slice(0, 32), SHA1.padEnd(64, '0')];
    const full = '2001:db80:1111:2222:3333:4444:5555:6666';
    for (let before = 0; before < 70; before++) {
      const text = 'z '.repeat(35).slice(0, before - (before % 2));
      const odd = before % 2 === 0 ? '' : '(';
      for (const hash of [md5, SHA1, sha256]) {
        expect(named({ description: `${text}${odd}${hash}` })).toEqual([`hash ${hash}`]);
        expect(named({ description: `${text}${odd}${hash.toUpperCase()}, then` })).toEqual([
          `hash ${hash}`,
        ]);
        expect(named({ description: `${text}${odd}${hash}9 ${hash.slice(0, 31)}` })).toEqual([]);
      }
      expect(named({ description: `time 1: ${text}${odd}${full}` })).toEqual([`address ${full}`]);
      expect(named({ description: `a:b time 1: ${text}${odd}fe80::1%` })).toEqual([
        'address fe80::1',
      ]);
    }
  });

  test.each([
    ['address', '[2001:DB8::1]:443', '2001:db8::1'],
    ['address', '192.0.2.1:80', '192.0.2.1'],
    ['address', 'nowhere', null],
    ['hash', SHA1.toUpperCase(), SHA1],
    ['hash', 'beef', null],
    ['mailbox', 'no mailbox', null],
    ['host', ' Web-01 ', 'web-01'],
  ] as const)('a typed %s %s', (kind, value, expected) => {
    expect(normalEntity(kind, value)).toBe(expected);
  });
});

test.each([
  ['Failed login 17 of user 4', 'failed login <n> of user <n>'],
  ['From 10.0.0.1:443 to fe80::1', 'from <address> to <address>'],
  ['File C:\\Temp\\a.exe and /usr/bin/x1', 'file <path> and <path>'],
  ['{6F9619FF-8B86-D011-B42D-00CF4FC964FF} ran', '<guid> ran'],
  ['Mail of a.b@c.example', 'mail of <mailbox>'],
  ['Plain title', 'plain title'],
])('[GR1] the template of %s', (title, template) => {
  expect(titleTemplate(title)).toBe(template);
});

describe('[GR2] what a batch remembers of its texts changes no answer', () => {
  const many = Array.from({ length: 40 }, (_, n) => `192.0.2.${n}`).join(' ');
  const alerts = [
    alert({ title: many, sourceIp: '192.0.2.39', sourceHost: 'web-01' }),
    alert({ title: `${SHA1} eve@x.example`, description: many, sourceUser: 'eve@x.example' }),
    alert({ title: 'From 192.0.2.1', description: 'From 192.0.2.1', destIp: '192.0.2.1' }),
    alert({ title: '', description: many }),
  ];

  test('entities are those of each alert alone, in their order, also at their bound', () => {
    const packed = packGroups(
      [...alerts, ...alerts].map((one) => ({
        ...one,
        ...{ source: 'Wazuh', detector: null, severity: 'LOW', category: null, createdAt: 0 },
      })),
      DEFAULT_RULES,
    );
    for (const [row, one] of [...alerts, ...alerts].entries()) {
      const places = packed.named.subarray(packed.namedFrom[row], packed.namedFrom[row + 1]);
      expect([...places].map((place) => packed.entities[place])).toEqual(entitiesOf(one));
    }
    expect(entitiesOf(alerts[0] ?? alert({})).length).toBe(ENTITIES_PER_ALERT);
    expect(new Set(packed.entities.map(({ kind, value }) => `${kind} ${value}`)).size).toBe(
      packed.entities.length,
    );
  });
});
