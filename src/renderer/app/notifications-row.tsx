import {
  AtSign,
  Bell,
  CalendarClock,
  CircleCheck,
  CircleX,
  Eye,
  FileClock,
  FileX,
  GitCompareArrows,
  type LucideIcon,
  Mail,
  MailOpen,
  Siren,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type {
  Notification,
  NotificationKind,
} from '../../shared/areas/notifications/notifications.contract.ts';
import { KIND_LABELS } from '../../shared/areas/notifications/notifications.rules.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { DateTime } from '../ui/date-time.tsx';
import { Untrusted } from '../ui/untrusted.tsx';

const LOOKS: Record<NotificationKind, { icon: LucideIcon; tone: string }> = {
  'critical-alert': { icon: Siren, tone: 'text-critical' },
  'job-done': { icon: CircleCheck, tone: 'text-ok' },
  'job-failed': { icon: CircleX, tone: 'text-bad' },
  'evidence-expiring': { icon: FileClock, tone: 'text-warn' },
  'evidence-expired': { icon: FileX, tone: 'text-bad' },
  'review-due': { icon: CalendarClock, tone: 'text-warn' },
  mention: { icon: AtSign, tone: 'text-accent-text' },
  'watched-alert': { icon: Eye, tone: 'text-accent-text' },
  'sync-conflict': { icon: GitCompareArrows, tone: 'text-warn' },
  other: { icon: Bell, tone: 'text-fg-muted' },
};

/** What the arrow keys of the list go through. */
export const ROW_SELECTOR = '[data-notification]';

interface NotificationRowProps {
  notification: Notification;
  /** It was opened: it is read, and where it leads the centre is in the way. */
  onOpen: () => void;
  onMark: (read: boolean) => void;
}

export function NotificationRow({ notification, onOpen, onMark }: NotificationRowProps) {
  const { kind, title, readAt } = notification;
  const { icon: Icon, tone } = LOOKS[kind];
  const isUnread = readAt === null;
  return (
    <li className="flex items-start gap-1 pr-2 hover:bg-raised">
      <Opener notification={notification} onOpen={onOpen}>
        <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', tone)} />
        <span className="min-w-0 flex-1">
          <span className="sr-only">{KIND_LABELS[kind]}: </span>
          <span className={cx('block', isUnread ? 'font-semibold text-fg' : 'text-fg')}>
            <Untrusted text={title} max={160} expand="none" />
          </span>
          <span className="block text-fg-muted">
            <Untrusted text={notification.body} max={200} expand="none" />
          </span>
          <span className="mt-0.5 flex items-center gap-2 text-xs text-fg-muted">
            <DateTime value={notification.createdAt} />
            {isUnread && <Badge tone="accent">Unread</Badge>}
          </span>
        </span>
      </Opener>
      <Button
        variant="ghost"
        size="sm"
        className="mt-2"
        icon={isUnread ? <MailOpen aria-hidden /> : <Mail aria-hidden />}
        label={`Mark ${isUnread ? 'read' : 'unread'}: ${title}`}
        title={isUnread ? 'Mark read' : 'Mark unread'}
        onClick={() => onMark(isUnread)}
      />
    </li>
  );
}

const OPENER_STYLES =
  'flex min-w-0 flex-1 items-start gap-3 rounded-md px-4 py-2.5 text-left focus-visible:-outline-offset-2';

interface OpenerProps extends Pick<NotificationRowProps, 'notification' | 'onOpen'> {
  children: ReactNode;
}

/** A link to what it is about; where there is nothing to go to, opening it only marks it read. */
function Opener({ notification: { id, link }, onOpen, children }: OpenerProps) {
  if (link === null) {
    return (
      <button type="button" data-notification={id} onClick={onOpen} className={OPENER_STYLES}>
        {children}
      </button>
    );
  }
  return (
    <Link to={link} data-notification={id} onClick={onOpen} className={OPENER_STYLES}>
      {children}
    </Link>
  );
}
