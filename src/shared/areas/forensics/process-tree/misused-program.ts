/** Whether a program is one of those that come with Windows and are misused. */
import { MISUSED_PROGRAMS } from './misused-programs.table.ts';

interface MisusedProgram {
  /** What it can be made to do: `fetches and decodes files`. */
  readonly does: string;
  readonly technique: string;
}

/** By the last part of its path, in any case; null of any other, and where there is no path. */
export function misusedProgram(image: string | null): MisusedProgram | null {
  const name = image?.split(/[\\/]/).at(-1)?.toLowerCase() ?? '';
  if (!Object.hasOwn(MISUSED_PROGRAMS, name)) return null;
  const [does = '', technique = ''] = MISUSED_PROGRAMS[name] ?? [];
  return { does, technique };
}
