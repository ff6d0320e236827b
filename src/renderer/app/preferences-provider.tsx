import { type ReactNode, useLayoutEffect } from 'react';
import { usePreferences } from '../api/preferences.tsx';
import { TimeZoneContext } from '../ui/time-zone.ts';
import { useServices } from './services-context.tsx';

/** Puts the account's theme, density and time zone on the page. */
export function PreferencesProvider({ children }: { children: ReactNode }) {
  const { theme, density, timeZone } = usePreferences();
  const { theme: themes } = useServices();
  useLayoutEffect(() => themes.getState().choose(theme), [themes, theme]);
  useLayoutEffect(() => {
    document.documentElement.dataset.density = density;
    return () => {
      delete document.documentElement.dataset.density;
    };
  }, [density]);
  return (
    <TimeZoneContext value={timeZone === 'utc' ? 'UTC' : undefined}>{children}</TimeZoneContext>
  );
}
