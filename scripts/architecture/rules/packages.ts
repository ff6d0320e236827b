import { type Import, importsOf } from '../imports.ts';
import { type Layer, placeOf } from '../layers.ts';
import { isTest, type Project } from '../project.ts';
import type { Finding } from '../violation.ts';

type Home = Layer | `main/areas/${string}`;

/** Packages that grant power, or that bind what they touch: each has one home. Types count too. */
const HOMES: Readonly<Record<string, readonly Home[]>> = {
  electron: ['main/electron', 'preload'],
  'electron-store': ['main/electron'],
  'better-sqlite3': ['main/db'],
  'drizzle-orm': ['main/db'],
  pg: ['main/areas/sync', 'main/sync-admin'],
  openai: ['main/areas/models'],
  hono: ['main/http'],
  '@hono/node-server': ['main/browser-host'],
  open: ['main/browser-host'],
};

/** Packages of the page: no code outside it knows them. */
const PAGE_PACKAGES =
  /^(?:react|react-dom|react-router-dom|react-hook-form|@hookform\/.+|@tanstack\/.+|radix-ui|zustand|lucide-react|class-variance-authority|cmdk|recharts|cytoscape|react-markdown|@fontsource.*)$/;

/** The PDF library takes a document as React elements; they are put together here and nowhere else. */
const DOCUMENTS = 'src/main/platform/documents/';

/** `shared` imports zod and nothing else; the page has no Node; powerful packages stay at home. */
export function checkPackages(project: Project): Finding[] {
  const sources = project.sources.filter(({ path }) => path.startsWith('src/'));
  return sources.flatMap((source) =>
    importsOf(source).flatMap((found) => {
      const message = problemOf(found);
      return message ? [{ file: source.path, line: found.line, message }] : [];
    }),
  );
}

function problemOf(found: Import): string | null {
  const name = found.package;
  const place = placeOf(found.from);
  if (name === null || !place) return null;
  const isUnitTest = isTest(found.from);
  if (isUnitTest && (name === 'vitest' || name.startsWith('node:'))) return null;
  const homes = HOMES[name];
  const isHome = homes?.some(
    (home) => home === place.layer || home === `${place.layer}/${place.area}`,
  );
  if (homes && !isHome) return `${name} may be imported in ${homes.join(' and ')} only`;
  const { layer } = place;
  if (layer === 'shared' && name !== 'zod') return `shared may import zod only, not ${name}`;
  if (layer === 'preload' && name !== 'electron') return `preload may import electron only`;
  const isPage = layer.startsWith('renderer/');
  if (isPage && name.startsWith('node:')) return `the page runs in a browser, without ${name}`;
  if (name === 'react' && found.from.startsWith(DOCUMENTS)) return null;
  if (!isPage && PAGE_PACKAGES.test(name)) return `${name} belongs to the page`;
  return null;
}
