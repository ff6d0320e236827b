import { installNetworkGuard, type NetworkGuard } from './network-guard.ts';

/** A thread that has nothing to ask of the network: it has none, isolated or not. `entry` is its file. */
export function sealThread(entry: string): NetworkGuard {
  return installNetworkGuard({
    isolation: { isIsolated: () => true, allowsLocalModel: () => false, onChange: () => () => {} },
    ownCode: ownCodeOf(entry),
  });
}

/** Where our threads start from: beside this entry, or anywhere in our sources. */
export function ownCodeOf(entry: string): readonly URL[] {
  return [new URL('.', entry), new URL('../../../', import.meta.url)];
}
