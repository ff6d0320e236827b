import { LogOut, Settings } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { DEFAULT_ROLE } from '../../shared/contract/permissions.ts';
import { useUser } from '../api/session.tsx';
import { useDashboardMetrics } from '../areas/dashboard/dashboard.queries.ts';
import { useHost } from '../host/host-context.tsx';
import { Button, buttonStyles } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import { Mark } from './mark.tsx';
import { SCREENS, type Screen, SETTINGS_SCREEN } from './screens.ts';

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact' });

/** All screens; narrow windows get a rail of icons. */
export function Sidebar() {
  const activeAlerts = useDashboardMetrics().data?.activeAlerts ?? 0;
  return (
    <aside
      aria-label="Sidebar"
      className="flex w-14 shrink-0 flex-col border-r border-line bg-surface lg:w-56"
    >
      <div className="flex h-12 shrink-0 items-center gap-2.5 border-b border-line px-4">
        <Mark className="size-6 shrink-0" />
        <span className="hidden text-base font-semibold tracking-tight lg:block">Watchfloor</span>
      </div>
      <nav aria-label="Screens" className="min-h-0 flex-1 overflow-y-auto p-2">
        <ul className="flex flex-col gap-0.5">
          {SCREENS.map((screen) => (
            <li key={screen.path}>
              <SidebarEntry screen={screen} count={screen.path === '/alerts' ? activeAlerts : 0} />
            </li>
          ))}
        </ul>
      </nav>
      <SidebarUser />
    </aside>
  );
}

function SidebarEntry({ screen, count }: { screen: Screen; count: number }) {
  const { pathname } = useLocation();
  const isActive = pathname === screen.path || pathname.startsWith(`${screen.path}/`);
  const Icon = screen.icon;
  return (
    <Link
      to={screen.path}
      aria-current={isActive ? 'page' : undefined}
      title={screen.label}
      className={cx(
        'relative flex h-8 items-center gap-2 rounded-md px-2.5 font-medium -outline-offset-2 transition-colors',
        isActive
          ? 'bg-accent-soft text-accent-text'
          : 'text-fg-muted hover:bg-raised hover:text-fg',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="max-lg:sr-only lg:min-w-0 lg:flex-1 lg:truncate">{screen.label}</span>
      {count > 0 && <ActiveCount count={count} />}
    </Link>
  );
}

function ActiveCount({ count }: { count: number }) {
  return (
    <>
      <span className="rounded-full bg-critical-soft px-1 text-xs font-semibold text-critical tabular-nums max-lg:sr-only">
        {COMPACT.format(count)}
        <span className="sr-only"> active</span>
      </span>
      <span
        aria-hidden
        className="absolute top-1 right-1 size-2 rounded-full bg-critical-mark lg:hidden"
      />
    </>
  );
}

function SidebarUser() {
  const host = useHost();
  const user = useUser();
  const name = user.firstName || user.email || 'User';
  return (
    <div className="flex shrink-0 flex-col items-center gap-2 border-t border-line p-2 lg:flex-row lg:pl-3">
      <span
        aria-hidden
        className="flex size-7 shrink-0 items-center justify-center rounded-full bg-raised text-xs font-semibold text-fg-muted uppercase"
      >
        {name.slice(0, 1)}
      </span>
      <span className="hidden min-w-0 flex-1 lg:block">
        <span className="block truncate font-medium text-fg">{name}</span>
        <span className="block truncate text-xs text-fg-muted">{user.role || DEFAULT_ROLE}</span>
      </span>
      <SettingsLink />
      <Tooltip content="Log out" side="top">
        <Button
          variant="ghost"
          icon={<LogOut aria-hidden />}
          label="Log out"
          onClick={() => host.navigate('/api/logout')}
        />
      </Tooltip>
    </div>
  );
}

function SettingsLink() {
  const isActive = useLocation().pathname.startsWith(SETTINGS_SCREEN.path);
  return (
    <Tooltip content="Settings" side="top">
      <Link
        to={SETTINGS_SCREEN.path}
        aria-label="Settings"
        aria-current={isActive ? 'page' : undefined}
        className={cx(
          buttonStyles({ variant: 'ghost', shape: 'icon' }),
          isActive ? 'bg-accent-soft text-accent-text' : 'hover:bg-raised hover:text-fg',
        )}
      >
        <Settings aria-hidden />
      </Link>
    </Tooltip>
  );
}
