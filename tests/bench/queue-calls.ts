/** What a person at the queue asks of the core, each as a call that is repeated with other values. */
import { KNOWN_ADDRESS, RARE_TERM } from './make-suricata.ts';

export interface QueueCall {
  readonly name: string;
  /** `i` counts the calls, so that no two neighbours ask the same. */
  readonly path: (i: number) => string;
  /**
   * Where a larger store gives a longer answer: the same question with one answer at every size, by which growth
   * is told. Alerts of an address that was in the first ten thousand and came no more, or so many rows of a page.
   */
  readonly sameAnswer?: (i: number) => string;
}

const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'];
const severity = (i: number) => SEVERITIES[i % SEVERITIES.length] ?? 'LOW';
const query = (text: string) => encodeURIComponent(text);
const address = (i: number) => `10.${i % 4}.${i % 8}.${1 + ((i * 7) % 250)}`;

export const QUEUE_CALLS: readonly QueueCall[] = [
  { name: 'list', path: () => '/api/alerts' },
  { name: 'list-filtered', path: (i) => `/api/alerts?severity=${severity(i)}&status=OPEN` },
  { name: 'list-source', path: (i) => `/api/alerts?source=Suricata&severity=${severity(i)}` },
  {
    name: 'list-time',
    path: (i) =>
      `/api/alerts?from=2026-11-04T0${i % 10}:00:00Z&to=2026-11-05T0${i % 10}:30:00Z&status=OPEN`,
  },
  {
    name: 'search-rare',
    path: () => `/api/alerts?q=${RARE_TERM}`,
    sameAnswer: () => `/api/alerts?q=${RARE_TERM}&limit=1`,
  },
  {
    name: 'search-address',
    path: (i) => `/api/alerts?q=${address(i)}`,
    sameAnswer: () => `/api/alerts?q=${KNOWN_ADDRESS}`,
  },
  { name: 'search-common', path: () => '/api/alerts?q=suricata' },
  {
    name: 'query-fields',
    path: (i) =>
      `/api/alerts?query=${query(`severity:${severity(i).toLowerCase()} ip:${address(i)}`)}`,
    sameAnswer: (i) =>
      `/api/alerts?query=${query(`severity:${severity(i).toLowerCase()} ip:${KNOWN_ADDRESS}`)}`,
  },
  {
    name: 'query-technique',
    path: () => `/api/alerts?query=${query('tech:T1190 not status:resolved')}`,
  },
  {
    name: 'query-wildcard',
    path: (i) => `/api/alerts?query=${query(`host:sensor-${1 + (i % 6)}*`)}`,
  },
  {
    name: 'query-beginning',
    path: (i) => `/api/alerts?query=${query(`host:${'sensor'.slice(0, 1 + (i % 6))}*`)}`,
  },
  { name: 'dashboard', path: () => '/api/dashboard/metrics' },
  {
    name: 'palette',
    path: (i) => `/api/search?q=${address(i)}`,
    sameAnswer: () => `/api/search?q=${KNOWN_ADDRESS}`,
  },
  { name: 'suspicion', path: () => '/api/alerts?sort=suspicion' },
  {
    name: 'suspicion-filtered',
    path: (i) => `/api/alerts?sort=suspicion&severity=${severity(i)}`,
  },
  { name: 'groups', path: () => '/api/groups' },
  {
    name: 'groups-query',
    path: (i) => `/api/groups?query=${query(`tech:T1190 host:sensor-${1 + (i % 6)}`)}`,
  },
  {
    name: 'groups-search',
    path: (i) => `/api/groups?q=${address(i)}`,
    sameAnswer: () => `/api/groups?q=${KNOWN_ADDRESS}`,
  },
  {
    name: 'incidents',
    path: () => '/api/incidents',
    sameAnswer: () => '/api/incidents?limit=10',
  },
  {
    name: 'incidents-query',
    path: (i) => `/api/incidents?query=${query(`severity:critical host:sensor-${1 + (i % 6)}`)}`,
  },
  {
    name: 'entity',
    path: (i) => `/api/entities/profile?kind=address&value=${address(i)}`,
    sameAnswer: () => `/api/entities/profile?kind=address&value=${KNOWN_ADDRESS}`,
  },
  {
    name: 'entity-common',
    path: (i) => `/api/entities/profile?kind=host&value=sensor-${1 + (i % 6)}`,
  },
  {
    name: 'entity-links',
    path: (i) => `/api/entities/links?kind=host&value=sensor-${1 + (i % 6)}`,
  },
  {
    name: 'entity-alerts',
    path: (i) => `/api/entities/alerts?kind=host&value=sensor-${1 + (i % 6)}`,
  },
];
