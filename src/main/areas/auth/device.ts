const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bElectron\//, 'Watchfloor desktop'],
  [/\bEdg\//, 'Edge'],
  [/\bFirefox\//, 'Firefox'],
  [/\bOPR\//, 'Opera'],
  [/\bChrom(?:e|ium)\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Windows NT/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Android/, 'Android'],
  [/Linux|X11/, 'Linux'],
];

export const UNKNOWN_DEVICE = 'A program';

/**
 * What a `User-Agent` (RFC 9110, section 10.1.5) says in a few words of ours: `Firefox on Linux`.
 * Nothing of the header itself is kept; it is the sender's to choose.
 */
export function deviceOf(userAgent: string | null): string {
  const find = (names: typeof BROWSERS) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (!browser) return UNKNOWN_DEVICE;
  return system ? `${browser} on ${system}` : browser;
}
