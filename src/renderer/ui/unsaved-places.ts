interface Place {
  readonly pathname: string;
  readonly search: string;
}

/** Whether a step in the address leaves a form of the page that belongs to these parameters of it. */
export function isLeft(params: readonly string[], from: Place, to: Place): boolean {
  if (from.pathname !== to.pathname) return true;
  const before = new URLSearchParams(from.search);
  const after = new URLSearchParams(to.search);
  return params.some((name) => before.get(name) !== after.get(name));
}
