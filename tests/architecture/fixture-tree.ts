import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkArchitecture } from '../../scripts/architecture/check.ts';
import { readProject } from '../../scripts/architecture/project.ts';

/** What is in each file, by path. */
export type Tree = Readonly<Record<string, string>>;

/** A small repository of its own, gone when `use` is done. */
export function withTree<R>(tree: Tree, use: (root: string) => R): R {
  const root = mkdtempSync(join(tmpdir(), 'watchfloor-tree-'));
  try {
    makeRepository(root);
    for (const [path, text] of Object.entries(tree)) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The least that git takes for a repository: faster than asking it for one. */
function makeRepository(root: string): void {
  for (const name of ['objects', 'refs']) mkdirSync(join(root, '.git', name), { recursive: true });
  writeFileSync(join(root, '.git', 'HEAD'), 'ref: refs/heads/main\n');
}

/** What the check says of a tree, as `file:line rule`. */
export function violationsOf(tree: Tree): string[] {
  return withTree(tree, (root) =>
    checkArchitecture(readProject(root)).map(({ file, line, rule }) => `${file}:${line} ${rule}`),
  );
}

/** What it says, in its own words. */
export function messagesOf(tree: Tree): string[] {
  return withTree(tree, (root) =>
    checkArchitecture(readProject(root)).map(({ message }) => message),
  );
}
