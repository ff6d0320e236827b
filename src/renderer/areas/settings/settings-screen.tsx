import { Suspense } from 'react';
import { Link, Navigate, useParams } from 'react-router-dom';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import {
  SETTINGS_GROUPS,
  SETTINGS_PAGES,
  SETTINGS_PARTS,
  type SettingsPage,
} from './settings.pages.ts';

/** All of `/settings`: its nav, and the page that the address names. */
export function SettingsScreen() {
  const { page: name, part } = useParams();
  const inNav = SETTINGS_PAGES.find((one) => one.name === name);
  const page =
    part === undefined
      ? inNav
      : SETTINGS_PARTS.find((one) => one.name === name && one.part === part);
  const [first] = SETTINGS_PAGES;
  if (name === undefined && first) return <Navigate to={`/settings/${first.name}`} replace />;
  return (
    <div className="flex min-w-0 flex-col gap-x-8 gap-y-5 lg:flex-row">
      <SettingsNav active={inNav} />
      <div className="flex w-full max-w-3xl min-w-0 flex-col gap-5">
        {page ? <ShownPage page={page} /> : <NoSuchPage />}
      </div>
    </div>
  );
}

function ShownPage({ page }: { page: SettingsPage }) {
  return (
    <>
      <PageHeader title={page.label} purpose={page.purpose} />
      <Suspense key={page.label} fallback={<PageSkeleton />}>
        <page.Page />
      </Suspense>
    </>
  );
}

function NoSuchPage() {
  return (
    <>
      <h1 className="sr-only">404 Page Not Found</h1>
      <EmptyState title="404 Page Not Found" text="There is no page of settings at this address." />
    </>
  );
}

/** Beside the page where there is room, above it where there is not. */
function SettingsNav({ active }: { active: SettingsPage | undefined }) {
  return (
    <nav aria-label="Settings" className="shrink-0 lg:w-48">
      <div className="flex flex-wrap gap-x-6 gap-y-4 lg:sticky lg:top-0 lg:flex-col">
        {SETTINGS_GROUPS.map((group) => (
          <NavGroup key={group} group={group} active={active} />
        ))}
      </div>
    </nav>
  );
}

function NavGroup({ group, active }: { group: string; active: SettingsPage | undefined }) {
  const pages = SETTINGS_PAGES.filter((page) => page.group === group);
  if (pages.length === 0) return null;
  return (
    <div>
      <p className="px-2.5 pb-1 text-xs font-semibold text-fg-faint">{group}</p>
      <ul className="flex flex-wrap gap-0.5 lg:flex-col">
        {pages.map((page) => (
          <li key={page.name}>
            <NavEntry page={page} isActive={page === active} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function NavEntry({ page, isActive }: { page: SettingsPage; isActive: boolean }) {
  const Icon = page.icon;
  return (
    <Link
      to={`/settings/${page.name}`}
      aria-current={isActive ? 'page' : undefined}
      className={cx(
        'flex h-8 items-center gap-2 rounded-md px-2.5 font-medium -outline-offset-2 transition-colors',
        isActive
          ? 'bg-accent-soft text-accent-text'
          : 'text-fg-muted hover:bg-raised hover:text-fg',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {page.label}
    </Link>
  );
}
