/**
 * An incident in the Vocabulary for Event Recording and Incident Sharing, schema 1.4.0. What nobody
 * recorded here (actor, motive, victim's size, data) is said as Unknown, never guessed; actions follow
 * from techniques by a table, where a technique is one of the vocabulary's varieties.
 */
import { toIso } from '../../../kernel/time.ts';
import type { ExchangeCase } from '../case.types.ts';
import { type Counted, Tally } from '../tally.ts';

type Action = 'hacking' | 'malware' | 'social';

const ACTIONS: Readonly<Record<string, readonly [Action, variety: string, vector: string]>> = {
  T1566: ['social', 'Phishing', 'Email'],
  T1598: ['social', 'Phishing', 'Unknown'],
  T1110: ['hacking', 'Brute force', 'Unknown'],
  T1078: ['hacking', 'Use of stolen creds', 'Unknown'],
  T1190: ['hacking', 'Exploit vuln', 'Unknown'],
  T1210: ['hacking', 'Exploit vuln', 'Unknown'],
  T1498: ['hacking', 'DoS', 'Unknown'],
  T1499: ['hacking', 'DoS', 'Unknown'],
  T1486: ['malware', 'Ransomware', 'Unknown'],
  T1105: ['malware', 'Downloader', 'Unknown'],
  T1071: ['malware', 'C2', 'Unknown'],
  T1003: ['malware', 'Password dumper', 'Unknown'],
  T1040: ['malware', 'Packet sniffer', 'Unknown'],
  T1046: ['malware', 'Scan network', 'Unknown'],
};

const INCIDENTS: Readonly<Record<string, string>> = {
  malicious: 'Confirmed',
  suspicious: 'Suspected',
  benign: 'False positive',
};

function actionsOf(techniques: readonly string[], losses: Tally): Record<string, unknown> {
  const found = new Map<Action, { variety: Set<string>; vector: Set<string> }>();
  for (const id of techniques) {
    const known = ACTIONS[id.split('.')[0] ?? ''];
    if (!known) {
      losses.add('technique that no variety of the vocabulary stands for', id);
      continue;
    }
    const [action, variety, vector] = known;
    const own = found.get(action) ?? { variety: new Set(), vector: new Set() };
    own.variety.add(variety);
    own.vector.add(vector);
    found.set(action, own);
  }
  if (found.size === 0) return { unknown: {} };
  return Object.fromEntries(
    [...found].map(([action, { variety, vector }]) => [
      action,
      {
        variety: [...variety],
        // Unknown beside a known one says nothing.
        vector: [...vector].filter((one) => one !== 'Unknown' || vector.size === 1),
        ...(action === 'social' ? { target: ['Unknown'] } : {}),
      },
    ]),
  );
}

/** From the first alert to its receipt here, in the largest unit that is whole. */
function discoveryOf({ alerts }: ExchangeCase) {
  const [first] = [...alerts].sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  if (!first || first.timeBasis === 'received') return { unit: 'Unknown' };
  const minutes = Math.max(
    0,
    Math.round((Date.parse(first.receivedAt) - Date.parse(first.createdAt)) / 60_000),
  );
  if (minutes < 60) return { unit: 'Minutes', value: minutes };
  if (minutes < 2_880) return { unit: 'Hours', value: Math.round(minutes / 60) };
  return { unit: 'Days', value: Math.round(minutes / 1_440) };
}

/** @param uuid The incident's, stable. */
export function toVeris(
  given: ExchangeCase,
  uuid: string,
): { readonly veris: Record<string, unknown>; readonly losses: readonly Counted[] } {
  const losses = new Tally();
  const times = given.alerts.map(({ createdAt }) => createdAt).sort();
  const begun = times[0] ?? toIso(given.createdAt);
  const hosts = new Set(given.alerts.flatMap(({ sourceHost }) => sourceHost ?? []));
  const ioc = given.indicators
    .filter(({ tlp }) => tlp !== 'RED')
    .map(({ value, type }) => ({ indicator: value, comment: type }));
  if (ioc.length < given.indicators.length)
    losses.add('indicators marked TLP:RED', null, given.indicators.length - ioc.length);
  losses.add('alerts, notes and times beyond the first', null, given.alerts.length);
  const veris = {
    schema_version: '1.4.0',
    ...{ source_id: 'watchfloor', incident_id: uuid },
    security_incident: INCIDENTS[given.verdict ?? ''] ?? 'Suspected',
    summary: given.title,
    ...(given.description ? { notes: given.description } : {}),
    timeline: {
      incident: {
        year: Number(begun.slice(0, 4)),
        month: Number(begun.slice(5, 7)),
        day: Number(begun.slice(8, 10)),
        time: begun.slice(11, 16),
      },
      compromise: { unit: 'Unknown' },
      discovery: discoveryOf(given),
      containment: { unit: 'Unknown' },
      exfiltration: { unit: 'Unknown' },
    },
    victim: { country: ['Unknown'], employee_count: 'Unknown', industry: '000' },
    actor: { unknown: {} },
    action: actionsOf(
      given.techniques.map(({ id }) => id),
      losses,
    ),
    asset: {
      assets: [{ variety: 'Unknown', ...(hosts.size > 0 ? { amount: hosts.size } : {}) }],
    },
    attribute: {
      confidentiality: { data: [{ variety: 'Unknown' }], data_disclosure: 'Unknown' },
    },
    // Systems of the organisation reported it; which kind, a source does not say.
    discovery_method:
      given.alerts.length > 0 ? { internal: { variety: ['Unknown'] } } : { unknown: true },
    ...(ioc.length > 0 ? { ioc } : {}),
    plus: { created: toIso(given.createdAt), modified: toIso(given.updatedAt) },
  };
  return { veris, losses: losses.list() };
}
