/**
 * Tells watchers what was done to their alerts: read from the audit log after the change, so that
 * whatever changes alerts (one, many in a job, Undo) need not know of watching. An entry is told once,
 * also after a crash: how far was told is kept.
 */
import type { ServerEvent } from '../../../shared/contract/events.ts';
import { MINUTE_MS } from '../../../shared/kernel/time.ts';
import type { Database } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { findGroup, growGroup, insertNotification } from './notifications.store.ts';
import {
  changesAfter,
  newestEntry,
  setToldUpTo,
  toldUpTo,
  type Watched,
  type WatchedChange,
  watchedAlerts,
} from './watch-notice.store.ts';

const WORDS: Readonly<Record<string, string>> = {
  'alerts.investigate': 'started to investigate it',
  'alerts.resolve': 'resolved it',
  'alerts.false-positive': 'marked it as a false positive',
  'alerts.reopen': 'reopened it',
  'alerts.escalate': 'escalated it',
  'alerts.deescalate': 'withdrew the escalation',
  'alerts.assign': 'assigned it',
  'alerts.dispose': 'changed its verdict',
  'alerts.comment': 'commented on it',
};

/** Changes of one alert within so long are told by one notification, which grows. */
const TOGETHER_MS = 10 * MINUTE_MS;
/** A job announces each of its batches. */
const GATHER_MS = 100;

export interface WatchNoticeDeps {
  readonly db: Database;
  readonly newId: NewId;
  readonly log: Log;
}

export function createWatchNotices({ db, newId, log }: WatchNoticeDeps) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tellNow(): void {
    timer = undefined;
    try {
      const found = db.read('notifications.watched', (reader) => {
        const watched = watchedAlerts(reader, null);
        if (watched.length === 0) return null;
        const after = toldUpTo(reader) ?? 0;
        return {
          upTo: newestEntry(reader),
          news: watched.map((alert) => ({
            alert,
            changes: changesAfter(reader, alert.alertId, after),
          })),
        };
      });
      if (!found || found.news.every(({ changes }) => changes.length === 0)) return;
      db.write({ actor: null, origin: 'system', action: 'notifications.tell' }, (tx) => {
        for (const { alert, changes } of found.news) tellWatchers(tx, alert, changes, newId);
        setToldUpTo(tx, found.upTo);
      });
    } catch (cause) {
      log.warn('watchers could not be told', { cause });
    }
  }

  return {
    follow(event: ServerEvent): void {
      if (event.type !== 'changed' || event.resource !== 'alerts' || timer) return;
      timer = setTimeout(tellNow, GATHER_MS);
      timer.unref();
    },
    /** What came before the last end of the process is told now; returns what stops it. */
    start(): () => void {
      tellNow();
      return () => clearTimeout(timer);
    },
  };
}

function tellWatchers(
  tx: WriteTx,
  { alertId, title, watchers }: Watched,
  changes: readonly WatchedChange[],
  newId: NewId,
): void {
  for (const { account, since } of watchers) {
    const news = changes.filter(
      (change) =>
        change.actor !== account &&
        change.at >= since &&
        !change.mentions.includes(account) &&
        WORDS[change.action] !== undefined,
    );
    const last = news.at(-1);
    if (!last) continue;
    const groupKey = `watched ${alertId} ${account}`;
    const what = `${last.actorName ?? 'Watchfloor'} ${WORDS[last.action]}`;
    const message = { title: `${what}: ${title}`, body: last.reason };
    const group = findGroup(tx, groupKey, tx.now - TOGETHER_MS);
    if (group) growGroup(tx, group.id, { ...message, by: 1 });
    else
      insertNotification(tx, {
        ...{ ...message, id: newId(), account, kind: 'watched-alert', groupKey },
        link: `/alerts?alert=${alertId}`,
      });
  }
}
