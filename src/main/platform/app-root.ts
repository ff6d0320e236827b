import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder that holds `package.json` and `resources/`, from the source, the bundle and the archive alike. */
export function findAppRoot(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'resources')))
      return folder;
    if (dirname(folder) === folder)
      throw new Error(`No package.json with resources/ above ${from}`);
  }
}
