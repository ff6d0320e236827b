import { describe, expect, it } from 'vitest';
import { ModelFailure, type ModelMessage } from '../../platform/model-port.ts';
import { createRedactor } from './redaction.ts';
import type { KnownTerm, TermSource } from './redaction.types.ts';

const STANDING: KnownTerm[] = [
  { kind: 'ORG', value: 'Nordhafen Logistik' },
  { kind: 'ORG', value: 'Nordhafen' },
  { kind: 'DOMAIN', value: 'nordhafen.example' },
  { kind: 'USER', value: 'Lena Hoffmann' },
  { kind: 'USER', value: 'Hoffmann' },
  { kind: 'MAIL', value: 'lena.hoffmann@nordhafen.example' },
  { kind: 'ORG', value: 'Cloudsafe' },
];
const ENTITIES: KnownTerm[] = [
  { kind: 'HOST', value: 'web-01' },
  { kind: 'HOST', value: 'fs-berlin-02' },
  { kind: 'HOST', value: 'evil-downloads.com' },
  { kind: 'USER', value: 'jdoe' },
  { kind: 'USER', value: 'müller' },
  { kind: 'IP', value: '203.0.113.9' },
];

function source(extra: readonly KnownTerm[] = [], hidesExternal = false): TermSource {
  const entities = [...ENTITIES, ...extra];
  return {
    standing: () => STANDING,
    among: (words) => entities.filter(({ value }) => words.includes(value.toLowerCase())),
    hidesExternal: () => hidesExternal,
  };
}

const secrets = () => ['sekret-endpoint-key-1'];
const make = (terms = source()) => createRedactor({ terms, secrets });
const user = (content: string): ModelMessage => ({ role: 'user', content });

function redacted(text: string, terms = source()): string {
  return make(terms).redact([user(text)], 'run').messages[0]?.content ?? '';
}

describe('a conversation that is sent anew with each call', () => {
  const messages = [
    user('web-01 spoke to 10.0.0.5, and buildbox was quiet; hunter2hunter2 stood there'),
    user('{"id":"E2","description":"session opened for user jdoe on web-01"}'),
    user('hostname=buildbox password=hunter2hunter2'),
  ];

  it('[MO65] hides in what was sent before what only a later message gives away', () => {
    const redactor = make();
    redactor.redact(messages.slice(0, 2), 'a');
    const grown = redactor.redact(messages, 'a').messages.map(({ content }) => content);
    const [first = ''] = grown;
    expect(first).not.toContain('buildbox');
    expect(first).not.toContain('hunter2hunter2');
    expect(redactor.restore(first, 'a')).toContain('web-01 spoke to 10.0.0.5, and buildbox');
    const whole = make()
      .redact(messages, 'b')
      .messages.map(({ content }) => content);
    const shape = (texts: readonly (string | undefined)[]) =>
      texts.map((text) => text?.replace(/_\d+/g, '_n'));
    expect(shape(grown)).toEqual(shape(whole));
  });

  it('[MO65] says the same of the same messages, however often they are sent', () => {
    const redactor = make();
    const first = redactor.redact(messages, 'a');
    const again = redactor.redact(messages, 'a');
    expect(again).toEqual(first);
    expect(again.removed).toEqual([
      { kind: 'key', count: 1 },
      { kind: 'secret', count: 1 },
    ]);
  });

  it('[MO65] goes on the same where many other runs came between', () => {
    const redactor = make();
    const first = redactor.redact(messages.slice(0, 2), 'a').messages;
    for (let n = 0; n < 20; n += 1) redactor.redact([user(`jdoe ran ${n} on web-01`)], `run${n}`);
    const grown = redactor.redact(messages, 'a').messages.map(({ content }) => content);
    expect(grown[1]).toBe(first[1]?.content);
    expect(grown[0]).not.toContain('buildbox');
  });

  it('[MO65] begins anew where the workspace hides more, or a key becomes known', () => {
    let hidesExternal = false;
    let keys: readonly string[] = [];
    const redactor = createRedactor({
      terms: { standing: () => [], among: () => [], hidesExternal: () => hidesExternal },
      secrets: () => keys,
    });
    const text = [user('8.8.4.4 sent plain-looking-words')];
    const shown = () => redactor.redact(text, 'a').messages[0]?.content;
    expect(shown()).toBe('8.8.4.4 sent plain-looking-words');
    hidesExternal = true;
    expect(shown()).toBe('IP_1 sent plain-looking-words');
    keys = ['plain-looking-words'];
    expect(shown()).toBe('IP_1 sent [REMOVED:key]');
  });
});

describe('pseudonyms', () => {
  it('[MO50] gives the same value the same pseudonym in all messages of a run', () => {
    const redactor = make();
    const first = redactor.redact([user('web-01 spoke to 10.0.0.5 as jdoe')], 'a');
    const second = redactor.redact([user('jdoe left web-01 for fs-berlin-02')], 'a');
    expect(first.messages[0]?.content).toBe('HOST_1 spoke to IP_1 as USER_1');
    expect(second.messages[0]?.content).toBe('USER_1 left HOST_1 for HOST_2');
    expect(second.pseudonyms.map(({ name, value }) => [name, value])).toEqual([
      ['HOST_1', 'web-01'],
      ['IP_1', '10.0.0.5'],
      ['USER_1', 'jdoe'],
      ['HOST_2', 'fs-berlin-02'],
    ]);
    expect(redactor.restore('USER_1 on **host_2**, HOST\\_1, HOST_10', 'a')).toBe(
      'jdoe on **fs-berlin-02**, web-01, HOST_10',
    );
    expect(redactor.restore('USER_1', 'b')).toBe('USER_1');
    redactor.forget('a');
    expect(redactor.restore('USER_1', 'a')).toBe('USER_1');
  });

  it.each([
    ['WEB-01', /^HOST_1$/],
    ['a Web-01 b', /^a HOST_1 b$/],
    ['web\u201101', /^HOST_1$/],
    ['w\u200beb-0\u20601', /^HOST_1$/],
    ['ｗｅｂ－０１', /^HOST_1$/],
    ['wеb-01', /^HOST_1$/],
    ['web%2D01', /^HOST_1$/],
    ['web%252d01', /^HOST_1$/],
    ['\\u0077eb-01', /^HOST_1$/],
    ['&#119;eb&#x2d;01', /^HOST_1$/],
    ['https://web-01:8443/x?u=jdoe', /^https:\/\/HOST_1:8443\/x\?u=USER_1$/],
    ['web-01[.]nordhafen[.]example', /^HOST_1\[\.\]DOMAIN_1$/],
    ['vpn.nordhafen.example', /^HOST_1\.DOMAIN_1$/],
    ['http://x/%6Adoe', /^http:\/\/x\/USER_1$/],
    ['{"a":"x\\nweb-01\\tjdoe"}', /^\{"a":"x\\nHOST_1\\tUSER_1"\}$/],
    ['MÜLLER', /^USER_1$/],
    ['mu\u0308ller', /^USER_1$/],
    ['LENA.HOFFMANN@NORDHAFEN.EXAMPLE', /^MAIL_1$/],
    ['ceo@nordhafen.example', /^MAIL_1@DOMAIN_1$/],
    ['billing@phish.example', /^MAIL_1@phish\.example$/],
    ['\\\\fs-berlin-02\\payroll\\2024.xlsx', /^\\\\HOST_1\\PATH_1\\PATH_2$/],
    ['"\\\\\\\\nas9\\\\hr"', /^"\\\\\\\\HOST_1\\\\PATH_1"$/],
    ['C:\\Users\\k.weber\\a.exe ran by k.weber', /^C:\\Users\\USER_1\\a\.exe ran by USER_1$/],
    ['C:\\Users\\Karl Weber\\a.exe', /^C:\\Users\\USER_1\\a\.exe$/],
    ['/home/kweber/.ssh', /^\/home\/USER_1\/\.ssh$/],
    ['NORDCORP\\kweber', /^DOMAIN_1\\USER_1$/],
    [
      'Failed password for invalid user kweber from 10.1.1.1',
      /^Failed password for invalid user USER_1 from IP_1$/,
    ],
    ['"user":"kweber","Computer_Name":"x"', /^"user":"USER_1"/],
    ['db.prod.internal', /^HOST_1\.DOMAIN_1$/],
    ['fe80::1 fd00:1::2', /^IP_1 IP_2$/],
    ['10[.]20[.]30[.]40:443', /^IP_1:443$/],
    [
      '8.8.8.8 203.0.113.9 evil-downloads.com 127.0.0.1',
      /^8\.8\.8\.8 203\.0\.113\.9 evil-downloads\.com 127\.0\.0\.1$/,
    ],
    ['nordhafenbackup_jdoe', /^\w+_\d+$/],
    ['powershell -enc d2hvYW1pIC9hbGwgPj4gXFx3ZWItMDFcYyQ=', /^powershell -enc ENCODED_1$/],
    ['hex 7765622d30312e636f7270', /^hex ENCODED_1$/],
  ])('[MO51] finds a name under its disguise: %s', (text, expected) => {
    const out = redacted(text);
    expect(out).toMatch(expected);
  });

  it('[MO51] hides what is outside only where it is asked to', () => {
    const out = redacted(
      '8.8.8.8 and billing@phish.example at evil-downloads.com',
      source([], true),
    );
    expect(out).toBe('IP_1 and MAIL_1 at HOST_1');
  });

  it('[MO52] never takes what a text wrote itself for a pseudonym of ours', () => {
    const redactor = make();
    const text = 'web-01: HOST_1, host_1 and HOST\\_1 and xHOST_1y, \\u0048OST_1, H\u200bOST_1';
    const { messages, pseudonyms } = redactor.redact([user(text)], 'a');
    const out = messages[0]?.content ?? '';
    expect(out.match(/HOST_1/g)).toHaveLength(1);
    expect(pseudonyms.filter(({ value }) => value === 'web-01')).toHaveLength(1);
    expect(redactor.restore(out, 'a')).toBe(text);
    expect(redactor.restore('HOST_2 TEXT_9', 'a')).toBe('HOST_2 TEXT_9');
  });

  it('[MO53] restores a stream cut anywhere', () => {
    const redactor = make();
    redactor.redact([user('web-01 fs-berlin-02 jdoe')], 'a');
    const reply = 'On HOST_1, **HOST_2** (host_1) by `USER_1`. HOST_17 _HOST_2_ HOST\\_2!';
    const whole = redactor.restore(reply, 'a');
    expect(whole).toBe(
      'On web-01, **fs-berlin-02** (web-01) by `jdoe`. HOST_17 _fs-berlin-02_ fs-berlin-02!',
    );
    for (let size = 1; size <= reply.length; size += 1) {
      const stream = redactor.restoring('a');
      let out = '';
      for (let at = 0; at < reply.length; at += size)
        out += stream.push(reply.slice(at, at + size));
      expect(out + stream.end()).toBe(whole);
    }
  });

  it('keeps JSON what it is when it is restored', () => {
    const terms = source();
    const redactor = make({
      ...terms,
      standing: () => [{ kind: 'ORG', value: 'Acme "West" GmbH' }],
    });
    redactor.redact([user('Acme "West" GmbH')], 'a');
    expect(JSON.parse(redactor.restore('{"of":"ORG_1"}', 'a'))).toEqual({ of: 'Acme "West" GmbH' });
  });

  it('redacts the arguments of tools and tells the model what the names are', () => {
    const { messages } = make().redact(
      [
        { role: 'system', content: 'You help.' },
        {
          role: 'assistant',
          content: '',
          toolCalls: [{ id: 'c1', name: 'entity_profile', arguments: '{"value":"web-01"}' }],
        },
        { role: 'tool', toolCallId: 'c1', content: 'web-01 is known' },
      ],
      'a',
    );
    expect(messages[1]).toMatchObject({ toolCalls: [{ arguments: '{"value":"HOST_1"}' }] });
    expect(messages[2]?.content).toBe('HOST_1 is known');
    expect(messages[0]?.content).toContain('HOST_3v2');
  });
});

describe('failing closed', () => {
  const failing = (part: Partial<TermSource>) => () =>
    make({ ...source(), ...part }).redact([user('web-01')], 'a');
  const broken = () => {
    throw new Error('no database');
  };
  it.each([
    ['standing', { standing: broken }],
    ['among', { among: broken }],
    ['hidesExternal', { hidesExternal: broken }],
  ])('[MO54] throws a ModelFailure where %s fails', (_name, part) => {
    expect(failing(part)).toThrow(ModelFailure);
    expect(failing(part)).toThrow(expect.objectContaining({ kind: 'redaction' }));
  });

  it('[MO54] stops a body in which a known term or secret is left', () => {
    const redactor = make();
    const { messages } = redactor.redact([user('web-01 and jdoe')], 'a');
    const body = (content: string) =>
      JSON.stringify({
        model: 'nordhafen-gpt',
        messages: [...messages, { role: 'user', content }],
      });
    expect(() => redactor.check(body('fine'), 'a')).not.toThrow();
    for (const leak of [
      'web-01',
      'W\u00adEB-01',
      'jdoe',
      'Nordhafen',
      'AKIAIOSFODNN7EXAMPLE',
      'sekret-endpoint-key-1',
    ])
      expect(() => redactor.check(body(leak), 'a'), leak).toThrow(ModelFailure);
    expect(() => redactor.check('not json', 'a')).toThrow(ModelFailure);
  });
});
