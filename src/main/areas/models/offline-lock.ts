/**
 * Grants a call to a model. Defences: while the workspace is isolated only a literal loopback
 * address passes, so nothing is asked of DNS and no socket to another machine is opened; a URL
 * that cannot be read, another protocol, or credentials in the address are refused.
 */
import { isIPv6 } from 'node:net';
import { ModelFailure } from '../../platform/model-port.ts';

/** Where a call goes to on this machine, or null where it leaves it. */
function loopbackOf(url: URL): URL | null {
  // WHATWG URL has already made 127.1, 0x7f.1 and 2130706433 into four numbers.
  const host = url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (isIPv6(host)) return host === '::1' ? url : null;
  if (/^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)) return url;
  if (host !== 'localhost') return null;
  const literal = new URL(url);
  literal.hostname = '127.0.0.1';
  return literal;
}

export function isLoopback(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && loopbackOf(url) !== null;
}

export interface OfflineLock {
  /**
   * The address to call in place of the one given: `localhost` becomes its literal, so that no
   * name is resolved.
   * @throws ModelFailure 'offline-lock'
   */
  assertMayCall(address: string): URL;
}

export interface OfflineLockDeps {
  readonly isLocked: () => boolean;
  /** Whether a model on this machine may be called while it is locked; it may where nothing is said. */
  readonly isLocalAllowed?: () => boolean;
}

export function createOfflineLock({
  isLocked,
  isLocalAllowed = () => true,
}: OfflineLockDeps): OfflineLock {
  return {
    assertMayCall(address) {
      const url = URL.parse(address);
      if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
        throw new ModelFailure('offline-lock', 'The address of the model cannot be called.');
      if (url.username !== '' || url.password !== '')
        throw new ModelFailure('offline-lock', 'The address of the model holds credentials.');
      const local = loopbackOf(url);
      if (local !== null && (isLocalAllowed() || !readsLocked(isLocked))) return local;
      if (local !== null)
        throw new ModelFailure(
          'offline-lock',
          'This workspace is isolated, and a model on this machine is not allowed meanwhile.',
        );
      if (readsLocked(isLocked))
        throw new ModelFailure(
          'offline-lock',
          'This workspace is isolated: no calls beyond this machine. The question is not kept; ask again once it is connected.',
        );
      return url;
    },
  };
}

/** A lock that cannot be read is shut. */
function readsLocked(isLocked: () => boolean): boolean {
  try {
    return isLocked();
  } catch {
    return true;
  }
}
