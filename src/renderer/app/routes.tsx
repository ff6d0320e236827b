import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { AuthGate } from './auth-gate.tsx';
import { ScreenLoading } from './loading.tsx';
import { NotBuiltScreen } from './not-built-screen.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { ScreenError } from './screen-error.tsx';
import { SCREENS, type Screen, SETTINGS_SCREEN } from './screens.ts';

/** What the gate and the shell know of the route they show; absent where there is no screen. */
export interface RouteHandle {
  readonly screen: Pick<Screen, 'title' | 'loading'>;
}

/** Each screen is a chunk of its own: the first paint carries the shell and one of them. */
const BUILT: Readonly<Record<string, LazyExoticComponent<ComponentType>>> = {
  '/': lazy(async () => ({
    default: (await import('../areas/dashboard/dashboard-screen.tsx')).DashboardScreen,
  })),
  '/alerts': lazy(async () => ({
    default: (await import('../areas/alerts/alerts-screen.tsx')).AlertsScreen,
  })),
  '/compliance': lazy(async () => ({
    default: (await import('../areas/compliance/compliance-screen.tsx')).ComplianceScreen,
  })),
  '/evidence': lazy(async () => ({
    default: (await import('../areas/evidence/evidence-screen.tsx')).EvidenceScreen,
  })),
  '/audits': lazy(async () => ({
    default: (await import('../areas/audits/audits-screen.tsx')).AuditsScreen,
  })),
  '/training': lazy(async () => ({
    default: (await import('../areas/training/training-screen.tsx')).TrainingScreen,
  })),
};

const SettingsScreen = lazy(async () => ({
  default: (await import('../areas/settings/settings-screen.tsx')).SettingsScreen,
}));

/** In development builds only: every part of the design system in every state. */
const COMPONENTS =
  import.meta.env.DEV || import.meta.env.VITE_COMPONENTS_PAGE === 'yes'
    ? lazy(async () => ({ default: (await import('./components-page.tsx')).ComponentsPage }))
    : null;

function componentsRoute(Page: LazyExoticComponent<ComponentType>): RouteObject {
  return {
    path: '/settings/about/components',
    errorElement: <ScreenError />,
    element: (
      <Suspense fallback={<ScreenLoading text="Loading components..." />}>
        <Page />
      </Suspense>
    ),
  };
}

export function createRouter() {
  return createBrowserRouter([
    {
      element: <AuthGate />,
      errorElement: <ScreenError />,
      children: [
        ...SCREENS.map(screenRoute),
        settingsRoute('/settings'),
        settingsRoute('/settings/:page'),
        ...(COMPONENTS ? [componentsRoute(COMPONENTS)] : []),
        { path: '*', element: <NotFoundScreen />, errorElement: <ScreenError /> },
      ],
    },
  ]);
}

function screenRoute(screen: Screen): RouteObject {
  const handle: RouteHandle = { screen };
  const Built = BUILT[screen.path];
  return {
    path: screen.path,
    handle,
    errorElement: <ScreenError />,
    element: Built ? (
      <Suspense fallback={<ScreenLoading text={screen.loading} />}>
        <Built />
      </Suspense>
    ) : (
      <NotBuiltScreen screen={screen} />
    ),
  };
}

function settingsRoute(path: string): RouteObject {
  const handle: RouteHandle = { screen: SETTINGS_SCREEN };
  return {
    path,
    handle,
    errorElement: <ScreenError />,
    element: (
      <Suspense fallback={<ScreenLoading text={SETTINGS_SCREEN.loading} />}>
        <SettingsScreen />
      </Suspense>
    ),
  };
}
