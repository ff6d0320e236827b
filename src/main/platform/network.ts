import { networkInterfaces } from 'node:os';

type Interfaces = ReturnType<typeof networkInterfaces>;

/** Addresses that a machine gives itself where no network answers (RFC 3927, RFC 4291 section 2.5.6). */
const SELF_GIVEN = /^(?:169\.254\.|fe[89ab][0-9a-f]:)/i;

/** Names of the interfaces that are part of a network: an address that is neither loopback nor self-given. */
export function connectedInterfaces(interfaces: Interfaces = networkInterfaces()): string[] {
  return Object.entries(interfaces)
    .filter(([, addresses]) =>
      addresses?.some(({ internal, address }) => !internal && !SELF_GIVEN.test(address)),
    )
    .map(([name]) => name)
    .sort();
}

const LOOK_EVERY_MS = 3_000;

export interface NetworkWatch {
  interfaces(): readonly string[];
  stop(): void;
}

/**
 * Keeps looking at the machine's own list of interfaces, which asks nobody and sends nothing, and
 * tells when a network has come or gone.
 */
export function watchNetwork(
  onChange: () => void,
  {
    look = connectedInterfaces,
    everyMs = LOOK_EVERY_MS,
  }: { look?: () => string[]; everyMs?: number } = {},
): NetworkWatch {
  let known = look();
  const timer = setInterval(() => {
    const now = look();
    if (now.join() === known.join()) return;
    known = now;
    onChange();
  }, everyMs);
  timer.unref();
  return { interfaces: () => known, stop: () => clearInterval(timer) };
}
