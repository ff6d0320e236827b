/** Answers what stands as JSON already: megabytes are neither parsed nor made anew for it. */
export function jsonAnswer(...parts: readonly (string | Uint8Array)[]): Response {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)),
  );
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}
