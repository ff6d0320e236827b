import envPaths from 'env-paths';

/** Where a workspace lives unless told otherwise: the same on both hosts, so that both open the same one. */
export function defaultDataFolder(): string {
  return envPaths('watchfloor', { suffix: '' }).data;
}
