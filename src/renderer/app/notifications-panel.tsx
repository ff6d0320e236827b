import { Bell } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { type Command, useCommand } from '../api/commands.tsx';
import { useDashboardMetrics } from '../areas/dashboard/dashboard.queries.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useOutsideNotices } from './notifications-outside.ts';
import { TopBarPanel } from './top-bar-panel.tsx';

const NotificationsCentre = lazy(async () => ({
  default: (await import('./notifications-centre.tsx')).NotificationsCentre,
}));

const SHOW: Omit<Command, 'run'> = {
  id: 'shell.notifications',
  title: 'Show notifications',
  words: 'bell unread messages',
  kind: 'action',
  icon: Bell,
};

/** The bell: how many are unread, by the figure of the dashboard, and the centre behind it. */
export function NotificationsPanel() {
  const [isOpen, setIsOpen] = useState(false);
  const unread = useDashboardMetrics().data?.unreadNotifications ?? 0;
  const label = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications';
  useOutsideNotices();
  useCommand(SHOW, () => setIsOpen(true));
  return (
    <>
      <TopBarPanel
        title="Notifications"
        size="lg"
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <Button
            variant="ghost"
            label={label}
            title="Notifications"
            className="relative"
            icon={
              <>
                <Bell aria-hidden />
                {unread > 0 && <UnreadCount count={unread} />}
              </>
            }
          />
        }
      >
        <Suspense fallback={<Skeleton className="m-4 h-64" />}>
          <NotificationsCentre unread={unread} onLeave={() => setIsOpen(false)} />
        </Suspense>
      </TopBarPanel>
      <span aria-live="polite" className="sr-only">
        {unread > 0 ? `${unread} unread ${unread === 1 ? 'notification' : 'notifications'}` : ''}
      </span>
    </>
  );
}

function UnreadCount({ count }: { count: number }) {
  return (
    <span className="absolute -top-0.5 -right-0.5 min-w-4 rounded-full bg-destructive px-1 text-center text-xs leading-4 font-semibold text-destructive-fg tabular-nums">
      {count > 99 ? '99+' : count}
    </span>
  );
}
