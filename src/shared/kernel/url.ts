/** The parts of an address that every host reads alike (WHATWG URL). */
export interface ParsedUrl {
  readonly protocol: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
  readonly search: string;
  readonly hash: string;
}

/** Null where it is no address. Every host that this runs on has URL, though the language itself does not. */
export function parseUrl(text: string): ParsedUrl | null {
  const { URL } = globalThis as unknown as { URL: { parse(text: string): ParsedUrl | null } };
  return URL.parse(text);
}
