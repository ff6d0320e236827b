import type { DemoAlert } from './alerts.ts';
import type { NotificationContent } from './demo-content.ts';
import { insertNotification } from './unsynced.store.ts';
import { byWatchfloor, type World } from './world.ts';

/** Notifications are for everybody who opens the demo, so they belong to no account. */
export function addNotificationsToPast(world: World, alerts: readonly DemoAlert[]): void {
  for (const content of world.content.notifications) {
    const at = world.ago(content.before);
    world.past.add(at, byWatchfloor('notifications.tell'), (tx) =>
      insertNotification(tx, {
        id: world.newId(),
        kind: content.kind,
        title: content.title,
        body: content.body,
        link: linkOf(content, alerts),
        readAt: content.read === undefined ? null : world.ago(content.read),
        createdAt: at,
      }),
    );
  }
}

function linkOf(
  { link, story, step }: NotificationContent,
  alerts: readonly DemoAlert[],
): string | null {
  if (story === undefined || step === undefined) return link ?? null;
  const ofStory = alerts.filter((alert) => alert.key === story);
  const alert = ofStory[step];
  if (!alert) throw new Error(`${story} has no step ${step}`);
  return `/alerts?alert=${alert.id}`;
}
