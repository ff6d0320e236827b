import { type Import, importsOf } from '../imports.ts';
import { placeOf, whyNot } from '../layers.ts';
import { isTest, type Project } from '../project.ts';
import type { Finding } from '../violation.ts';

/** Who may import whom inside `src`, and that imports name a file that is there. */
export function checkLayers(project: Project): Finding[] {
  const known = new Set(project.files);
  return project.sources.flatMap((source) => {
    const isHomeless = source.path.startsWith('src/') && !placeOf(source.path);
    const homeless = { file: source.path, line: 1, message: 'This folder is in no layer of src' };
    const imports = importsOf(source).flatMap((found) => {
      const message = problemOf(found, known);
      return message ? [{ file: source.path, line: found.line, message }] : [];
    });
    return isHomeless ? [homeless, ...imports] : imports;
  });
}

function problemOf(found: Import, known: ReadonlySet<string>): string | null {
  const { from, path, specifier, isType } = found;
  if (path === null) return null;
  if (!known.has(path)) return `'${specifier}' names no file; imports carry their extension`;
  if (!from.startsWith('src/')) return null;
  if (path.startsWith('resources/')) return null;
  if (isTest(from) && path.startsWith('tests/')) return null;
  if (!path.startsWith('src/')) return `src may not import ${path}`;
  const [here, there] = [placeOf(from), placeOf(path)];
  return here && there ? whyNot(here, there, path, isType) : null;
}
