import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { AuthGate } from './auth-gate.tsx';
import { ScreenLoading } from './loading.tsx';
import { NotBuiltScreen } from './not-built-screen.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { ScreenError } from './screen-error.tsx';
import {
  AUTOMATION_SCREEN,
  CALENDAR_SCREEN,
  ENTITY_SCREEN,
  HANDOVER_SCREEN,
  RULE_SCREEN,
  RULES_SCREEN,
  SCREENS,
  type Screen,
  SETTINGS_SCREEN,
  SUPPRESSIONS_SCREEN,
} from './screens.ts';

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
  '/forensics': lazy(async () => ({
    default: (await import('../areas/forensics/forensics-screen.tsx')).ForensicsScreen,
  })),
  '/forensics/rules': lazy(async () => ({
    default: (await import('../areas/forensics/rules/rules-screen.tsx')).RulesScreen,
  })),
  '/forensics/rules/:id': lazy(async () => ({
    default: (await import('../areas/forensics/rules/rule-screen.tsx')).RuleScreen,
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
  '/risk': lazy(async () => ({
    default: (await import('../areas/risk/risk-screen.tsx')).RiskScreen,
  })),
  '/policies': lazy(async () => ({
    default: (await import('../areas/policies/policies-screen.tsx')).PoliciesScreen,
  })),
  '/vendors': lazy(async () => ({
    default: (await import('../areas/vendors/vendors-screen.tsx')).VendorsScreen,
  })),
  '/integrations': lazy(async () => ({
    default: (await import('../areas/integrations/integrations-screen.tsx')).IntegrationsScreen,
  })),
  '/calendar': lazy(async () => ({
    default: (await import('../areas/calendar/calendar-screen.tsx')).CalendarScreen,
  })),
  '/entity': lazy(async () => ({
    default: (await import('../areas/entities/entity-screen.tsx')).EntityScreen,
  })),
  '/handover': lazy(async () => ({
    default: (await import('../areas/handover/handover-screen.tsx')).HandoverScreen,
  })),
  '/suppressions': lazy(async () => ({
    default: (await import('../areas/suppression/suppressions-screen.tsx')).SuppressionsScreen,
  })),
  '/automation': lazy(async () => ({
    default: (await import('../areas/assistant/automation-screen.tsx')).AutomationScreen,
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
        screenRoute(CALENDAR_SCREEN),
        screenRoute(ENTITY_SCREEN),
        screenRoute(HANDOVER_SCREEN),
        screenRoute(SUPPRESSIONS_SCREEN),
        screenRoute(AUTOMATION_SCREEN),
        screenRoute(RULES_SCREEN),
        screenRoute(RULE_SCREEN),
        settingsRoute('/settings'),
        settingsRoute('/settings/:page'),
        settingsRoute('/settings/:page/:part'),
        ...(COMPONENTS ? [componentsRoute(COMPONENTS)] : []),
        { path: '*', element: <NotFoundScreen />, errorElement: <ScreenError /> },
      ],
    },
  ]);
}

function screenRoute(screen: Omit<Screen, 'goKey'>): RouteObject {
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
