import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router-dom';
import { useClient } from '../api/client-context.tsx';
import { preferencesQuery } from '../api/preferences.tsx';
import { currentUserQuery } from '../api/session.queries.ts';
import { UserProvider } from '../api/session.tsx';
import { workspaceQuery } from '../api/workspace.queries.ts';
import { WaitingFilesProvider } from '../areas/alerts/waiting-files.embed.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { UnsavedForms } from '../ui/unsaved-forms.tsx';
import { LandingPage } from './landing-page.tsx';
import { PageLoading } from './loading.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { PreferencesProvider } from './preferences-provider.tsx';
import type { RouteHandle } from './routes.tsx';
import { useServices } from './services-context.tsx';
import { Shell } from './shell.tsx';

const UNKNOWN_SCREEN_LOADING = 'Loading...';

/** Decides what a visitor sees: the signed-in layout, the landing page, or the way to sign in. */
export function AuthGate() {
  const client = useClient();
  const user = useQuery(currentUserQuery(client));
  // The shell waits for both, so that neither the demo's banner nor another density moves it later.
  const workspace = useQuery({ ...workspaceQuery(client), enabled: Boolean(user.data) });
  const preferences = useQuery({ ...preferencesQuery(client), enabled: Boolean(user.data) });
  const { pathname } = useLocation();
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  const loading = handle?.screen.loading ?? UNKNOWN_SCREEN_LOADING;

  if (user.isPending) return <PageLoading text={loading} />;
  if (user.isError && user.data === undefined) {
    return (
      <main className="flex min-h-dvh flex-col items-center justify-center">
        <ErrorState
          title="The core does not answer"
          error={user.error}
          onRetry={() => void user.refetch()}
          isRetrying={user.isFetching}
        />
      </main>
    );
  }
  if (user.data && (workspace.isPending || preferences.isPending)) {
    return <PageLoading text={loading} />;
  }
  if (user.data) {
    return (
      <UserProvider user={user.data}>
        <PreferencesProvider>
          <WaitingFilesProvider>
            <UnsavedForms>
              <Shell screen={handle?.screen}>
                <Outlet />
              </Shell>
            </UnsavedForms>
          </WaitingFilesProvider>
        </PreferencesProvider>
      </UserProvider>
    );
  }
  if (pathname === '/') return <LandingPage />;
  if (handle) return <ToSignIn loading={loading} />;
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center">
      <NotFoundScreen />
    </main>
  );
}

/** A signed-in screen without a session: says so and leads to the sign-in page. */
function ToSignIn({ loading }: { loading: string }) {
  const { sessionEnd } = useServices();
  useEffect(() => sessionEnd.announce(), [sessionEnd]);
  return <PageLoading text={loading} />;
}
