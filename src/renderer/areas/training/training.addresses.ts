/** The address of an exercise is the portal's with its key, so that it can be linked to. */
export const EXERCISE_PARAM = 'exercise';
export const PORTAL_PATH = '/training';

export function exercisePath(key: string): string {
  return `${PORTAL_PATH}?${EXERCISE_PARAM}=${encodeURIComponent(key)}`;
}
