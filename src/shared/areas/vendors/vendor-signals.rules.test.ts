import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../../../tests/helpers/cpu-time.ts';
import { createMatcher } from './vendor-signals.rules.ts';

const matcher = createMatcher(
  [
    {
      id: 'v',
      domains: ['vendor.com', 'com'],
      addresses: ['192.0.2.0/28', '2001:db8:1::/48', '10.0.0.0/4'],
      software: ['Ledgerwise', 'Tally Pay', 'node.js', 'ab'],
    },
  ],
  (host) => (host.includes('é') ? null : host),
);
const found = (text: string) => matcher.match([{ field: 'title', text }])[0]?.found ?? null;

describe('[VE81] domains', () => {
  test.each([
    ['mail to a@sub.VENDOR.com.', 'sub.vendor.com'],
    ['https://vendor.com/path', 'vendor.com'],
    ['hxxp://vendor[.]com', 'vendor.com'],
    ['_dmarc.vendor.com', '_dmarc.vendor.com'],
  ])('%s touches it', (text, host) => expect(found(text)).toBe(host));
  test.each([
    'evilvendor.com',
    'vendor.com.evil.net',
    'vendor.com-evil.net',
    'vendor.company',
    'other.com',
    'évilvendor.com',
  ])('%s does not', (text) => expect(found(text)).toBeNull());
});

describe('[VE81] addresses and networks', () => {
  test.each([
    ['192.0.2.15:443', '192.0.2.15'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['[2001:db8:1::5]:443', '2001:db8:1::5'],
  ])('%s touches it', (text, address) => expect(found(text)).toBe(address));
  test.each(['192.0.2.16', '1192.0.2.1', '192.0.2.1.5', '2001:db8:2::1', '10.1.2.3'])(
    '%s does not',
    (text) => expect(found(text)).toBeNull(),
  );
});

describe('[VE81] software', () => {
  test.each([
    ['C:\\Ledgerwise\\a.exe', 'ledgerwise'],
    ['ledgerwise-2.3.jar', 'ledgerwise-2.3.jar'],
    ['node.js 20', 'node.js'],
    ['Tally  Pay 4', 'tally  pay'],
  ])('%s touches it', (text, name) => expect(found(text)).toBe(name));
  test.each(['ledgerwises', 'ledgerwise.evil.net', 'Tally, Pay', 'tallypay', 'ab'])(
    '%s does not',
    (text) => expect(found(text)).toBeNull(),
  );
});

test('[VE82] text made to be slow is not', () => {
  const spent = cpuClock();
  for (const evil of [
    ':'.repeat(20_000),
    `${'-'.repeat(19_999)}a`,
    '.1'.repeat(10_000),
    'a-'.repeat(10_000),
  ])
    found(`${evil}@@g`);
  expect(spent()).toBeLessThan(2_000);
});
