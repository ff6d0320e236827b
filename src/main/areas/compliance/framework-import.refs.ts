/** What files call frameworks and requirements, and what they are called here. */
import type { FrameworkPack } from '../../../shared/areas/compliance/pack.contract.ts';

/** Both what a file calls a framework and what a pack is called, as bare as can be compared. */
function bare(name: string): string {
  const last = name.split(/[/\\]/).at(-1)?.split(':').at(-1) ?? name;
  return last
    .toLowerCase()
    .replace(/\.(?:json|xml|ya?ml|xlsx)$/, '')
    .replace(/catalog|profile|framework|iec|tsc/g, '')
    .replace(/\brevision\b|_?\brev[. _-]?|rev(?=\d)/g, 'r')
    .replace(/[^a-z0-9]/g, '')
    .replace(/sp800/g, '800');
}

/** The shipped pack that a file means by an address, a urn or a name; exactly, or not at all. */
export function packOfHint(
  packs: readonly FrameworkPack[],
  hint: string,
): FrameworkPack | undefined {
  const wanted = bare(hint);
  if (wanted === '') return undefined;
  return packs.find(
    ({ id, name, version }) =>
      bare(id) === wanted ||
      bare(`${name} ${version}`) === wanted ||
      bare(`${name}-r${version}`) === wanted,
  );
}

/** `ac-2.1` is AC-2(1) in print. */
export function printedId(id: string): string {
  return id.toUpperCase().replace(/^([A-Z]{2}-\d+)\.(\d+)$/, '$1($2)');
}
