/**
 * Days as an iCalendar file (RFC 5545), with reminders (VALARM, section 3.6.6) 30, 7 and 1 days ahead:
 * any calendar shows them, no mail server is needed.
 */
import { DAY_MS } from '../../../shared/kernel/time.ts';

export interface CalendarDay {
  /** The same each time, so that a calendar that reads the file again moves what it has. */
  readonly uid: string;
  readonly day: string;
  readonly summary: string;
  readonly description: string;
}

const REMINDED_DAYS_AHEAD = [30, 7, 1];
/** A reminder comes at nine in the morning of its day. */
const REMINDED_AT_SECONDS = 9 * 3600;

/** Line breaks and control characters end at the property they are in; the library escapes the rest. */
const plain = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

export async function toICalendar(
  name: string,
  days: readonly CalendarDay[],
  now: number,
): Promise<string> {
  const { default: ical, ICalAlarmType } = await import('ical-generator');
  const calendar = ical({ name, prodId: '//Watchfloor//Watchfloor//EN' });
  for (const { uid, day, summary, description } of days) {
    const event = calendar.createEvent({
      id: uid,
      // As a floating day: midnight of this machine, written as a date.
      start: new Date(`${day}T00:00:00`),
      allDay: true,
      stamp: new Date(now),
      summary: plain(summary),
      description: plain(description),
    });
    for (const ahead of REMINDED_DAYS_AHEAD) {
      event.createAlarm({
        type: ICalAlarmType.display,
        triggerBefore: (ahead * DAY_MS) / 1000 - REMINDED_AT_SECONDS,
        description: plain(summary),
      });
    }
  }
  return calendar.toString();
}
