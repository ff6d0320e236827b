/** Invitations as they arrive: whole, broken by a mail program, cut off, and made by an attacker. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Invitation,
  readInvitation,
  unwrapKey,
  wrapKey,
  writeInvitation,
} from '../../../src/main/areas/sync/joining/invitation.ts';
import { newPassword, verifierOf } from '../../../src/main/areas/sync/joining/scram.ts';
import { makeAuthority } from '../../helpers/make-certificate.ts';

const password = newPassword();
const key = randomBytes(32);
const whole: Invitation = {
  workspace: { id: 'b2f1', name: 'Zentrale Überwachung' },
  server: {
    host: 'db.example.com',
    port: 5432,
    database: 'watchfloor',
    tls: { authority: makeAuthority().cert },
  },
  login: 'wf_b2f1_1',
  password,
  person: { email: 'ada@example.com', name: 'Ada Łukasiewicz', role: 'SOC Analyst' },
  invitedBy: 'Grace',
  expiresAt: 1_900_000_000_000,
  key: wrapKey(key, password, 'b2f1'),
};
const text = writeInvitation(whole);
const messageOf = (broken: string): string => {
  try {
    readInvitation(broken);
  } catch (error) {
    expect(error).toMatchObject({ code: 'bad-input' });
    return error instanceof Error ? error.message : '';
  }
  throw new Error('it was read');
};
const forged = (change: Record<string, unknown>) =>
  writeInvitation({ ...whole, ...change } as Invitation);

describe('an invitation', () => {
  it('[SY33] is read as it was written, and opens the key', () => {
    expect(readInvitation(text)).toEqual(whole);
    expect(Buffer.from(unwrapKey(readInvitation(text)))).toEqual(key);
  });

  it('[SY33] is read as mail programs leave it: broken lines, quotes, words around', () => {
    const lines = text.match(/.{1,70}/g) ?? [];
    expect(readInvitation(`\r\n  "${lines.join('\r\n> ')}"\n`)).toEqual(whole);
    expect(readInvitation(`Here it is:\u200b ${text}\u2060`)).toEqual(whole);
  });

  it('[SY34] says that it is cut off wherever it is cut, and never more than that', () => {
    fc.assert(
      fc.property(fc.integer({ min: 30, max: text.length - 1 }), (length) => {
        expect(messageOf(text.slice(0, length))).toMatch(/cut off or was changed/);
      }),
    );
  });

  it('[SY34] one changed letter is noticed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 24, max: text.length - 14 }), (at) => {
        const other = text[at] === 'A' ? 'B' : 'A';
        expect(messageOf(text.slice(0, at) + other + text.slice(at + 1))).toMatch(/cut off/);
      }),
    );
  });

  it('[SY34] anything else is told from an invitation, and ends in plain words', () => {
    expect(messageOf('')).toBe('Paste the invitation here.');
    expect(messageOf('postgres://a:b@c/d')).toMatch(/not an invitation/);
    expect(messageOf(`${text}${'x'.repeat(40_000)}`)).toMatch(/longer than any/);
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (noise) => {
        expect(messageOf(`watchfloor-invitation-1.${noise}`)).not.toBe('');
      }),
    );
  });

  it.each([
    ['a host with a path', { server: { ...whole.server, host: 'db.example.com/x' } }],
    ['a socket', { server: { ...whole.server, host: '/run/postgresql' } }],
    ['a port of nobody', { server: { ...whole.server, port: 70_000 } }],
    ['a key of nothing PEM', { server: { ...whole.server, tls: { authority: 'x' } } }],
    ['a name that turns the line', { workspace: { id: 'b', name: 'a\u202eb' } }],
    ['a name with an escape', { person: { ...whole.person, name: '\u001b[2Jx' } }],
    ['a role of its own', { person: { ...whole.person, role: 'Owner' } }],
    ['a login that is a statement', { login: 'a"; DROP ROLE b' }],
    ['a password with a line', { password: 'a\n'.repeat(20) }],
    ['more than belongs in it', { run: 'rm' }],
    ['an end in words', { expiresAt: 'never' }],
  ])('[SY35] is refused with %s', (_name, change) => {
    expect(messageOf(forged(change))).toMatch(/holds what no invitation/);
  });

  it('[SY35] without TLS leads to this machine only', () => {
    const to = (host: string) => forged({ server: { ...whole.server, host, tls: null } });
    expect(messageOf(to('db.example.com'))).toMatch(/without TLS/);
    expect(messageOf(to('10.0.0.5'))).toMatch(/without TLS/);
    expect(readInvitation(to('127.0.0.1')).server.tls).toBeNull();
    expect(readInvitation(to('localhost')).server.host).toBe('localhost');
  });

  it('[SY35] a key that was exchanged does not open', () => {
    const other = readInvitation(forged({ key: wrapKey(key, newPassword(), 'b2f1') }));
    expect(() => unwrapKey(other)).toThrow(/does not open/);
  });

  it('[SY36] passwords are of letters and figures, and what the server keeps is as RFC 5803 has it', () => {
    for (let n = 0; n < 50; n++) expect(newPassword()).toMatch(/^[A-Za-z0-9]{32}$/);
    const salt = Buffer.from('0123456789abcdef');
    expect(verifierOf('secret', salt)).toMatch(
      /^SCRAM-SHA-256\$4096:MDEyMzQ1Njc4OWFiY2RlZg==\$[A-Za-z0-9+/]{43}=:[A-Za-z0-9+/]{43}=$/,
    );
  });
});
