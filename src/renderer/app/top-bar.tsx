import { useStore } from 'zustand';
import type { Connection } from '../api/core-contact.ts';
import { cx } from '../ui/cx.ts';
import { BusyLine } from './busy-line.tsx';
import { ChatToggle } from './chat-toggle.tsx';
import { ConnectionPill } from './connection-pill.tsx';
import { JobsTray } from './jobs-tray.tsx';
import { LastUpdated } from './last-updated.tsx';
import { NotificationsPanel } from './notifications-panel.tsx';
import { SearchBox } from './search-box.tsx';
import { useServices } from './services-context.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { ZoneSwitch } from './zone-switch.tsx';

export function TopBar() {
  return (
    <header className="relative flex h-12 shrink-0 items-center gap-4 border-b border-line bg-surface px-5">
      {/* As wide as its usual words from the start, so that the search beside it does not move. */}
      <div className="flex shrink-0 items-center gap-3 md:min-w-64 lg:min-w-88 xl:min-w-100">
        <LiveIndicator />
        <ConnectionPill />
        <LastUpdated />
      </div>
      <SearchBox />
      <div className="flex shrink-0 items-center gap-1">
        <JobsTray />
        <ZoneSwitch />
        <ThemeSwitch />
        <ChatToggle />
        <NotificationsPanel />
      </div>
      <BusyLine />
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
    <span
      role="status"
      className="flex items-center gap-2 font-medium whitespace-nowrap sm:min-w-32"
    >
      <span aria-hidden className={cx('size-2 rounded-full bg-current', dot)} />
      <span className={cx('max-sm:sr-only', word)}>{text}</span>
    </span>
  );
}
