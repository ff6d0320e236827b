import { expect, test, vi } from 'vitest';
import { connectedInterfaces, watchNetwork } from './network.ts';

const address = (value: string, internal = false) => ({
  address: value,
  netmask: '',
  family: value.includes(':') ? ('IPv6' as const) : ('IPv4' as const),
  mac: '',
  internal,
  cidr: null,
  scopeid: 0,
});

test('[NT11] a network is an address that is neither loopback nor self-given', () => {
  expect(
    connectedInterfaces({
      lo: [address('127.0.0.1', true), address('::1', true)],
      wlan0: [address('169.254.10.1'), address('fe80::1')],
      eth0: [address('fe80::2'), address('10.0.5.7')],
      eth1: [address('2001:db8::5')],
    }),
  ).toEqual(['eth0', 'eth1']);
  expect(connectedInterfaces({ lo: [address('127.0.0.1', true)] })).toEqual([]);
});

test('[NT11] a network that comes or goes is told, one that stays is not', () => {
  vi.useFakeTimers();
  let names = ['eth0'];
  const onChange = vi.fn();
  const watch = watchNetwork(onChange, { look: () => names, everyMs: 1_000 });
  vi.advanceTimersByTime(5_000);
  expect(onChange).not.toHaveBeenCalled();
  names = [];
  vi.advanceTimersByTime(5_000);
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(watch.interfaces()).toEqual([]);
  names = ['eth0'];
  vi.advanceTimersByTime(1_000);
  expect(watch.interfaces()).toEqual(['eth0']);
  watch.stop();
  names = [];
  vi.advanceTimersByTime(5_000);
  expect(onChange).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
