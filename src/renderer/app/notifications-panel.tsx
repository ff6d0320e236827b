import { Bell } from 'lucide-react';
import { useDashboardMetrics } from '../areas/dashboard/dashboard.queries.ts';
import { Button } from '../ui/button.tsx';
import { TopBarPanel } from './top-bar-panel.tsx';

export function NotificationsPanel() {
  const unread = useDashboardMetrics().data?.unreadNotifications ?? 0;
  const label = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications';
  return (
    <TopBarPanel
      title="Notifications"
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
      <p className="px-4 py-6 text-center text-fg-muted">
        {unread > 0
          ? `${unread} unread. Reading them is not part of this version.`
          : 'No notifications'}
      </p>
    </TopBarPanel>
  );
}

function UnreadCount({ count }: { count: number }) {
  return (
    <span className="absolute -top-0.5 -right-0.5 min-w-4 rounded-full bg-destructive px-1 text-center text-xs leading-4 font-semibold text-destructive-fg tabular-nums">
      {count > 99 ? '99+' : count}
    </span>
  );
}
