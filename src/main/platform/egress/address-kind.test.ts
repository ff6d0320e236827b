import { expect, it } from 'vitest';
import { kindOfAddress } from './address-kind.ts';

it.each([
  ['8.8.8.8', 'public'],
  ['2606:4700::1111', 'public'],
  ['64:ff9b::808:808', 'public'],
  ['10.1.2.3', 'private'],
  ['172.31.0.1', 'private'],
  ['192.168.0.1', 'private'],
  ['100.64.0.1', 'private'],
  ['fd12::1', 'private'],
  ['192.0.2.1', 'private'],
  ['198.51.100.7', 'private'],
  ['203.0.113.9', 'private'],
  ['2001:db8::1', 'private'],
  ['::ffff:10.0.0.1', 'private'],
  ['64:ff9b::a00:1', 'private'],
  ['127.0.0.1', 'loopback'],
  ['127.9.9.9', 'loopback'],
  ['::1', 'loopback'],
  ['[::1]', 'loopback'],
])('[IS3] %s is %s', (address, kind) => {
  expect(kindOfAddress(address)).toBe(kind);
});

it.each([
  ...['169.254.169.254', '169.254.170.2', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
  ...['fd00:ec2::254', 'fd20:ce::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1', '0.0.0.0', '::'],
  ...['0.1.2.3', '224.0.0.1', '239.255.255.250', '255.255.255.255', '240.0.0.1', 'ff02::fb'],
  ...['2001::1', '64:ff9b:1::1'],
  // The same, written as something else.
  ...['::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '::169.254.169.254', '64:ff9b::a9fe:a9fe'],
  ...['2002:a9fe:a9fe::1', '::ffff:0:a9fe:a9fe', '::ffff:127.0.0.1', '64:ff9b::7f00:1'],
  ...['2002:7f00:1::', '::127.0.0.1', '::ffff:0.0.0.0'],
  // No address at all.
  ...['', 'localhost', '1.2.3', '0x7f.1', 'example.com'],
])('[IS3] %s is never called', (address) => {
  expect(kindOfAddress(address)).toBe('never');
});
