import { useStore } from 'zustand';
import type { Connection } from '../api/live-updates.ts';
import { useDashboardMetrics } from '../areas/dashboard/dashboard.queries.ts';
import { cx } from '../ui/cx.ts';
import { DateTime } from '../ui/date-time.tsx';
import { ChatPanel } from './chat-panel.tsx';
import { JobsTray } from './jobs-tray.tsx';
import { NotificationsPanel } from './notifications-panel.tsx';
import { SearchBox } from './search-box.tsx';
import { useServices } from './services-context.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export function TopBar() {
  return (
    <header className="flex h-12 shrink-0 items-center gap-4 border-b border-line bg-surface px-5">
      <div className="flex shrink-0 items-center gap-3 md:min-w-64">
        <LiveIndicator />
        <LastUpdated />
      </div>
      <SearchBox />
      <div className="flex shrink-0 items-center gap-1">
        <JobsTray />
        <ThemeSwitch />
        <ChatPanel />
        <NotificationsPanel />
      </div>
    </header>
  );
}

const LIVE_STATES = {
  connecting: { text: 'Connecting', dot: 'text-fg-faint', word: 'text-fg-muted' },
  live: { text: 'Live Monitoring', dot: 'animate-pulse-dot text-ok-mark', word: 'text-fg' },
  lost: { text: 'Reconnecting', dot: 'text-warn-mark', word: 'text-warn' },
} as const satisfies Record<Connection, unknown>;

/** Says 'live' only while the event stream is open. */
function LiveIndicator() {
  const { connection } = useServices();
  const { text, dot, word } = LIVE_STATES[useStore(connection, (current) => current.state)];
  return (
    <span role="status" className="flex items-center gap-2 font-medium whitespace-nowrap">
      <span aria-hidden className={cx('size-2 rounded-full bg-current', dot)} />
      <span className={cx('max-sm:sr-only', word)}>{text}</span>
    </span>
  );
}

function LastUpdated() {
  const { data } = useDashboardMetrics();
  return (
    <span className="hidden text-xs whitespace-nowrap text-fg-muted tabular-nums md:inline">
      Last updated {data?.lastChangedAt ? <DateTime value={data.lastChangedAt} /> : '—'}
    </span>
  );
}
