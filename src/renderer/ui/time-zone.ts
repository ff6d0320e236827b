import { createContext, useContext } from 'react';

/** The zone in which times are shown; undefined is that of this computer. */
export type ShownZone = 'UTC' | undefined;

export const TimeZoneContext = createContext<ShownZone>(undefined);

export function useTimeZone(): ShownZone {
  return useContext(TimeZoneContext);
}

/** Its IANA name. */
export function usePageZone(): string {
  return useTimeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
