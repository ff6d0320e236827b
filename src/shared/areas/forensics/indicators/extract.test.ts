import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../../../../tests/helpers/cpu-time.ts';
import { formatIpv6, isInnerIp, normalIp, parseIpv6 } from './addresses.ts';
import { extractIndicators, type IndicatorType } from './extract.ts';
import { isKnownGood } from './known-good.ts';
import { textsOfRecord } from './texts.ts';

const found = (text: string): string[] =>
  extractIndicators(text).map(({ type, value }) => `${type} ${value}`);

describe('indicators in a text', () => {
  test.each<[string, string[]]>([
    ['Login from 203.0.113.45:8443 failed', ['ip 203.0.113.45']],
    ['peer 2001:DB8:0:0::1 and ::ffff:198.51.100.7', ['ip 2001:db8::1', 'ip 198.51.100.7']],
    ['at 12:34:56 mac aa:bb:cc:dd:ee:ff 1.2.3.4.5 999.1.1.1', []],
    [
      'see https://khf-signin.example.net/owa/?a=1.',
      ['url https://khf-signin.example.net/owa/?a=1', 'domain khf-signin.example.net'],
    ],
    ['(http://198.51.100.9/x)', ['url http://198.51.100.9/x', 'ip 198.51.100.9']],
    ['from Billing@Bad.Example.COM to', ['email billing@bad.example.com']],
    ['d41d8cd98f00b204e9800998ecf8427e', []],
    [
      `md5 ${'0a'.repeat(16)} sha1 ${'1b'.repeat(20)} sha256 ${'2C'.repeat(32)}`,
      [`md5 ${'0a'.repeat(16)}`, `sha1 ${'1b'.repeat(20)}`, `sha256 ${'2c'.repeat(32)}`],
    ],
    ['C:\\ProgramData\\n.exe was run', ['file C:\\ProgramData\\n.exe']],
    ['"C:\\Program Files\\Tool\\up date.exe"', ['file date.exe']],
    ['wrote /srv/track/public/img/.thumb.php,', ['file /srv/track/public/img/.thumb.php']],
    ['opened invoice_2026.xlsm and n.dll', ['file invoice_2026.xlsm', 'file n.dll']],
    ['install.sh main.py get.tool.sh', ['file install.sh', 'file main.py', 'domain get.tool.sh']],
    ['System.Net.WebClient java.lang.Object', []],
    [
      'cve-2026-12345 and T1021.001, T1566',
      ['cve CVE-2026-12345', 'technique T1021.001', 'technique T1566'],
    ],
    ['host fs-01.corp.local printer.lan', []],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test.each<[string, string]>([
    ['hxxps://bad[.]example[.]com/a', 'url https://bad.example.com/a'],
    ['hxxp[:]//bad(dot)example.com', 'url http://bad.example.com'],
    ['203[.]0[.]113[.]9', 'ip 203.0.113.9'],
    ['who[at]bad[dot]example.net', 'email who@bad.example.net'],
  ])('[IV20] made harmless: %s', (text, expected) => {
    expect(found(text)).toContain(expected);
  });

  test('[IV20] offsets point at what was written, made harmless or not', () => {
    const text = 'a hxxps://bad[.]example[.]com/x b 203[.]0[.]113[.]9 c n.dll';
    const written = extractIndicators(text).map(({ type, start, end }) => [
      type,
      text.slice(start, end),
    ]);
    expect(written).toEqual([
      ['url', 'hxxps://bad[.]example[.]com/x'],
      ['domain', 'bad[.]example[.]com'],
      ['ip', '203[.]0[.]113[.]9'],
      ['file', 'n.dll'],
    ] satisfies [IndicatorType, string][]);
  });

  test('[IV21] what is inside, ours or of every system is no indicator', () => {
    const good = (type: IndicatorType, value: string) =>
      isKnownGood({ type, value }, ['kestrel.example']);
    for (const ip of [
      '10.1.2.3',
      '172.31.0.1',
      '192.168.0.1',
      '127.0.0.1',
      '169.254.1.1',
      '100.64.0.1',
      '224.0.0.5',
      'fe80::1',
      'fd00::1',
      '::1',
    ])
      expect(good('ip', ip), ip).toBe(true);
    for (const ip of ['172.32.0.1', '192.0.2.1', '203.0.113.1', '100.128.0.1', '2001:db8::1'])
      expect(good('ip', ip), ip).toBe(false);
    expect(good('domain', 'mail.kestrel.example')).toBe(true);
    expect(good('domain', 'notkestrel.example')).toBe(false);
    expect(good('email', 'a@kestrel.example')).toBe(true);
    expect(good('url', 'https://x.kestrel.example/a')).toBe(true);
    expect(good('file', 'C:\\Windows\\System32\\cmd.exe')).toBe(true);
    expect(good('file', 'C:\\ProgramData\\n.exe')).toBe(false);
  });

  test('addresses have one form', () => {
    expect(normalIp('2001:0db8:0000:0000:0000:0000:0000:0001')).toBe('2001:db8::1');
    expect(normalIp('::ffff:10.0.0.1')).toBe('10.0.0.1');
    expect(normalIp('010.0.0.1')).toBeNull();
    expect(parseIpv6('1:2:3:4:5:6:7')).toBeNull();
    expect(parseIpv6('1::2::3')).toBeNull();
    expect(formatIpv6(parseIpv6('1:0:0:2:0:0:0:3') ?? [])).toBe('1:0:0:2::3');
    expect(isInnerIp('::')).toBe(true);
  });

  test('[IV22] hostile texts cost no more than their length', () => {
    const spent = cpuClock();
    for (const piece of [
      'a',
      'a.',
      'a-',
      'a@',
      ':',
      '1.',
      '[.]',
      'C:\\',
      '/tmp/',
      'hxxp',
      'http://',
      '(((',
    ])
      extractIndicators(piece.repeat(70_000 / piece.length));
    expect(spent()).toBeLessThan(5_000);
  });

  test('a record in JSON is read by its fields', () => {
    expect(textsOfRecord('{"a":{"b":["x.example.com"]},"n":1}')).toEqual([
      { field: 'raw.a.b[0]', text: 'x.example.com' },
    ]);
    expect(textsOfRecord('plain text')).toEqual([{ field: 'raw', text: 'plain text' }]);
    expect(textsOfRecord('{broken')).toEqual([{ field: 'raw', text: '{broken' }]);
  });
});
