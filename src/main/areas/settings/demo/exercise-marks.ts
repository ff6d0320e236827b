import type { DemoAlert } from './alerts.ts';
import type { World } from './world.ts';

/** Everyday alerts that resemble a step of an attack; the newest of each goes into the queue. */
const LOOK_ALIKES = ['archive-rename', 'backup-upload', 'jump-rdp', 'deploy-powershell'];
/** Hosts whose everyday alerts stand beside those of an attack. */
const DECOY_HOSTS = ['WS-FIN-014', 'WEB-02'];
const DECOYS = 2;

interface Mark {
  readonly part: string;
  readonly id: string;
}

/** Names the alerts that the guided exercises work on; nothing is created or changed for it. */
export function exerciseMarks(world: World, alerts: readonly DemoAlert[]): Mark[] {
  const closed = alerts.filter(({ fate }) => fate.type === 'auto');
  const stories = alerts.flatMap(({ key, step, id }) =>
    step === null ? [] : [{ part: `${key}/${step}`, id }],
  );
  const open = alerts
    .filter(({ step, fate }) => step === null && fate.type === 'open')
    .map(({ id }, index) => ({ part: `open/${index}`, id }));
  const lookAlikes = LOOK_ALIKES.flatMap((key) => {
    const newest = closed.findLast((alert) => alert.key === key);
    return newest ? [{ part: `noise/${key}`, id: newest.id }] : [];
  });
  const taken = new Set(lookAlikes.map(({ id }) => id));
  const decoys = DECOY_HOSTS.flatMap((host) => {
    const isAbout = isAboutHost(host, world.company.hosts(host)[0]?.ip ?? '');
    return closed
      .filter((alert) => !taken.has(alert.id) && isAbout(alert))
      .slice(-DECOYS)
      .map(({ id }, index) => ({ part: `decoy/${host}/${index}`, id }));
  });
  return [...stories, ...open, ...lookAlikes, ...decoys];
}

/** The sensor's alerts name a host by its address only. */
function isAboutHost(name: string, address: string): (alert: DemoAlert) => boolean {
  return ({ alert: { row } }) =>
    row.sourceHost === name || row.sourceIp === address || row.destIp === address;
}
