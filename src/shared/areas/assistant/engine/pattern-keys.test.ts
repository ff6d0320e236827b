import { describe, expect, test } from 'vitest';
import { engineAlert } from '../../../../../tests/helpers/engine-cases.ts';
import { roleOf } from './host-roles.ts';
import { isInternal, type PlainAlert, peerOf } from './normalise.ts';
import { patternKeys, textTemplate } from './pattern-keys.ts';

const keysOf = (changes: Partial<PlainAlert>) => patternKeys(engineAlert(changes));
const KEYS = keysOf({});

describe('keys', () => {
  test('[EG14] a pattern is exact on source, detector and host, and on no text of strangers', () => {
    const strangers: Partial<PlainAlert>[] = [
      { title: 'x' },
      { description: 'x' },
      { sourceUser: 'x' },
      { sourceIp: '198.51.100.1' },
      { process: 'x' },
      { commandLine: 'x' },
      { destIp: '10.0.0.1' },
    ];
    for (const changes of strangers) expect(keysOf(changes).pattern).toBe(KEYS.pattern);
    for (const changes of [{ source: 'x' }, { detector: 'x' }, { sourceHost: 'x' }])
      expect(keysOf(changes).pattern).not.toBe(KEYS.pattern);
    expect(keysOf({ sourceHost: 'WEB-01.' }).pattern).toBe(KEYS.pattern);
  });

  test('[EG14] no value can pretend to be two', () => {
    expect(keysOf({ source: 'a|1:b', detector: 'c' }).pattern).not.toBe(
      keysOf({ source: 'a', detector: '1:b|c' }).pattern,
    );
  });

  test('[EG15] a user alone, or an address outside, is no place that can close; an address inside is', () => {
    expect(keysOf({ sourceHost: null, sourceIp: null }).pattern).toBeNull();
    expect(keysOf({ sourceHost: null, sourceIp: '198.51.100.7' }).pattern).toBeNull();
    expect(keysOf({ sourceHost: null, sourceIp: '10.0.0.9' }).pattern).not.toBeNull();
  });

  test('[EG16] without a detector the verbatim title names the detection: nothing in it is replaced', () => {
    const named = (title: string) => keysOf({ detector: null, title }).pattern;
    expect(named('Web server 400 error code')).not.toBe(named('Web server 500 error code'));
    expect(named('Web server 400 error code')).toBe(named('web server 400 error code '));
  });

  test('[EG17] context replaces what differs from run to run, and hides nothing behind the end', () => {
    expect(textTemplate('cmd.exe /c C:\\Temp\\a1.bat 10.1.1.1')).toBe(
      textTemplate('cmd.exe /c C:\\Temp\\b2.bat 10.9.8.7'),
    );
    expect(textTemplate('run 1')).not.toBe(textTemplate('run 1 && format'));
    const long = 'a '.repeat(3000);
    expect(textTemplate(`${long}x`)).not.toBe(textTemplate(`${long}y`));
    expect(textTemplate(`${long}x`).length).toBeLessThan(600);
  });
});

test('roles are read from the words of a name', () => {
  const roles = [
    'web-01',
    'www2.example.org',
    'srv-mail',
    'fin-ws-042',
    'dc1',
    'jonesmorgan_mail',
    'inet-firewall',
    'x9',
    '10.0.0.1',
  ].map(roleOf);
  expect(roles).toEqual([
    'web server',
    'web server',
    'mail server',
    'workstation',
    'domain controller',
    'mail server',
    'firewall',
    'machine',
    'machine',
  ]);
  expect(roleOf(null)).toBe('none');
});

test('addresses inside and outside', () => {
  for (const inside of [
    '10.0.0.1',
    '172.16.0.1',
    '172.31.9.9',
    '192.168.1.1',
    '100.64.0.1',
    'fd00::1',
    'fe80::1',
    '::1',
    '::ffff:10.0.0.1',
  ])
    expect(isInternal(inside), inside).toBe(true);
  for (const outside of [
    '172.32.0.1',
    '8.8.8.8',
    '100.128.0.1',
    '2001:db8::1',
    '10.evil.example',
    '10.0.0.1 benign',
    '',
  ])
    expect(isInternal(outside), outside).toBe(false);
  expect(peerOf(engineAlert({ destIp: '8.8.8.8' }))).toBe('external');
  expect(peerOf(engineAlert({ sourceIp: null }))).toBe('none');
});
