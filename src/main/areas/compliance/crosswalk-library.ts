/** The crosswalks shipped with the product: read once, when somebody first asks for a link. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CrosswalkFile,
  crosswalkFileSchema,
} from '../../../shared/areas/compliance/crosswalk.contract.ts';

export interface CrosswalkLibrary {
  files(): readonly CrosswalkFile[];
}

/** @param folder resources/crosswalks. A file that is none stops whoever asks: it is part of the product. */
export function createCrosswalkLibrary(folder: string): CrosswalkLibrary {
  let kept: readonly CrosswalkFile[] | undefined;
  return {
    files() {
      kept ??= readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) =>
          crosswalkFileSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))),
        );
      return kept;
    },
  };
}
