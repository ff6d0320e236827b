/**
 * Serves the built page. Defences: only files below the renderer's folder, found by name in a list
 * made at the start (no path of a request reaches the file system), fixed media types, CSP.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { pageContentSecurityPolicy } from './content-security-policy.ts';

const MEDIA_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};

export interface PageFiles {
  /** The file at a path, `index.html` for a page address, or undefined. */
  respond(pathname: string): Response | undefined;
}

function listFiles(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [`/${relative(folder, path).split(sep).join('/')}`, path];
      }),
  );
}

/** Ids in a page's address hold dots, too: only what ends as our files do is asked for as a file. */
const isFileAddress = (pathname: string): boolean =>
  pathname.startsWith('/assets/') || extname(pathname).toLowerCase() in MEDIA_TYPES;

export function createPageFiles(folder: string): PageFiles {
  const filesByPath = listFiles(folder);
  function respondFile(path: string, file: string): Response {
    const isHashed = path.startsWith('/assets/');
    return new Response(readFileSync(file), {
      headers: {
        'Content-Type': MEDIA_TYPES[extname(file)] ?? 'application/octet-stream',
        'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
        'Content-Security-Policy': pageContentSecurityPolicy,
      },
    });
  }
  return {
    respond(pathname) {
      const file = filesByPath.get(pathname);
      if (file) return respondFile(pathname, file);
      const index = filesByPath.get('/index.html');
      if (!index || isFileAddress(pathname)) return undefined;
      return respondFile('/index.html', index);
    },
  };
}
