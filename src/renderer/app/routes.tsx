import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { AuthGate } from './auth-gate.tsx';
import { ScreenLoading } from './loading.tsx';
import { NotBuiltScreen } from './not-built-screen.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { ScreenError } from './screen-error.tsx';
import { SCREENS, type Screen } from './screens.ts';

/** What the gate and the shell know of the route they show; absent where there is no screen. */
export interface RouteHandle {
  readonly screen: Screen;
}

/** Each screen is a chunk of its own: the first paint carries the shell and one of them. */
const BUILT: Readonly<Record<string, LazyExoticComponent<ComponentType>>> = {
  '/': lazy(async () => ({
    default: (await import('../areas/dashboard/dashboard-screen.tsx')).DashboardScreen,
  })),
  '/alerts': lazy(async () => ({
    default: (await import('../areas/alerts/alerts-screen.tsx')).AlertsScreen,
  })),
};

export function createRouter() {
  return createBrowserRouter([
    {
      element: <AuthGate />,
      errorElement: <ScreenError />,
      children: [
        ...SCREENS.map(screenRoute),
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
