/** Shorter values are left: a text would be full of holes, and they are no secret. */
const SHORTEST = 4;
const PLAIN_HEADERS = new Set([
  'accept',
  'accept-language',
  'content-type',
  'if-modified-since',
  'prefer',
  'range',
  'user-agent',
]);

/** Headers that say nothing of who asks: only these go where the administrator named nobody. */
export function plainHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => PLAIN_HEADERS.has(name.toLowerCase())),
  );
}

/** What of headers no message may repeat, whole and without the word of its scheme. */
export function secretValues(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .filter(([name]) => !PLAIN_HEADERS.has(name.toLowerCase()))
    .flatMap(([, value]) => [value, value.slice(value.indexOf(' ') + 1)]);
}

/** The text without any of these values, in the forms a server may echo them. */
export function conceal(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      JSON.stringify(secret).slice(1, -1),
    ])
    .sort((a, b) => b.length - a.length);
  return forms.reduce((left, form) => left.replaceAll(form, '•••'), text);
}
