/** The readable name of an incident: what happened most severely, to whom. Pure, so that no order changes it. */

export interface NamedGroup {
  readonly title: string;
  /** 3 critical to 0 low. */
  readonly severityRank: number;
  readonly alerts: number;
}

export interface NamingEntity {
  readonly kind: string;
  readonly value: string;
  readonly groups: number;
}

const TITLE_MAX = 90;
const VALUE_MAX = 60;
/** Whom something happens to, before where it came from. */
const KIND_ORDER = ['host', 'user', 'mailbox', 'address'];

const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`;

/** 'Ransomware behavior on fs-01 and 4 hosts, with 6 other detections'. */
export function nameIncident(
  groups: readonly NamedGroup[],
  entities: readonly NamingEntity[],
): string {
  const lead = leadOf(groups);
  const others = new Set(groups.map(({ title }) => title)).size - 1;
  const rest =
    others > 0 ? `, with ${others} other ${others === 1 ? 'detection' : 'detections'}` : '';
  return `${cut(lead, TITLE_MAX)}${whomOf(entities)}${rest}`;
}

/** The title of the most severe groups; of several the one of most groups, then of most alerts. */
function leadOf(groups: readonly NamedGroup[]): string {
  const rank = Math.max(...groups.map(({ severityRank }) => severityRank));
  const byTitle = new Map<string, { groups: number; alerts: number }>();
  for (const group of groups) {
    if (group.severityRank < rank) continue;
    const seen = byTitle.get(group.title) ?? { groups: 0, alerts: 0 };
    byTitle.set(group.title, {
      groups: seen.groups + 1,
      alerts: seen.alerts + group.alerts,
    });
  }
  const [first] = [...byTitle].sort(
    ([titleA, a], [titleB, b]) =>
      b.groups - a.groups || b.alerts - a.alerts || (titleA < titleB ? -1 : 1),
  );
  return first?.[0] ?? 'Incident';
}

/** The entity in most groups, and how many more of its kind there are. */
function whomOf(entities: readonly NamingEntity[]): string {
  const [main] = entities
    .filter(({ kind }) => KIND_ORDER.includes(kind))
    .sort(
      (a, b) =>
        b.groups - a.groups ||
        KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind) ||
        (a.value < b.value ? -1 : 1),
    );
  if (!main) return '';
  const hosts = entities.filter(({ kind }) => kind === 'host').length;
  const on = ` ${main.kind === 'host' ? 'on' : 'by'} ${cut(main.value, VALUE_MAX)}`;
  const more = main.kind === 'host' ? hosts - 1 : hosts;
  if (more <= 0) return on;
  if (main.kind === 'host') return `${on} and ${more} more ${more === 1 ? 'host' : 'hosts'}`;
  return `${on} on ${more} ${more === 1 ? 'host' : 'hosts'}`;
}
