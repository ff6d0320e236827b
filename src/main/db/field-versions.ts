/**
 * Stamps of single fields. `~field` is the version by others that an own write replaced: what comes later
 * and is newer than it was unknown to who wrote here, which is what makes a conflict (areas/sync). It is
 * this workstation's own and never sent.
 */
export const BASE_MARK = '~';

const NODE_FROM = 17;

/** The workstation that wrote it. */
export const nodeOfStamp = (stamp: string): string => stamp.slice(NODE_FROM);

/** The stamps of a row after an own write under `stamp`. */
export function stampFields(
  before: Readonly<Record<string, unknown>>,
  changed: readonly string[],
  stamp: string,
): Record<string, string> {
  const known = before.fieldVersions as Readonly<Record<string, string>> | null;
  const versions = { ...known };
  const node = nodeOfStamp(stamp);
  for (const property of changed) {
    const replaced = known?.[property] ?? String(before.rowVersion);
    if (nodeOfStamp(replaced) !== node) versions[BASE_MARK + property] = replaced;
    versions[property] = stamp;
  }
  return versions;
}
