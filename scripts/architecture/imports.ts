import { dirname, posix } from 'node:path';
import { type SourceFile, walk } from './source-file.ts';

/** One import or re-export. */
export interface Import {
  readonly from: string;
  readonly line: number;
  readonly specifier: string;
  /** The path that a relative specifier means; null for packages. */
  readonly path: string | null;
  /** Package or `node:` module; null for relative specifiers. */
  readonly package: string | null;
  /** What is imported by name; `*` for a namespace or for its effects alone. */
  readonly names: readonly string[];
  /** Gone at run time. `import { type A }` is not: Node still runs the module. */
  readonly isType: boolean;
}

export function importsOf(file: SourceFile): Import[] {
  return [...staticImports(file), ...reExports(file), ...dynamicImports(file)];
}

function staticImports(file: SourceFile): Import[] {
  return file.module.staticImports.map((found) => {
    const names = found.entries
      .filter((entry) => !entry.isType)
      .map(
        ({ importName }) => importName.name ?? (importName.kind === 'Default' ? 'default' : '*'),
      );
    const isType = isTypeStatement(file, found.start);
    const isEffect = found.entries.length === 0;
    return toImport(file, found.start, found.moduleRequest.value, {
      names: isEffect ? ['*'] : names,
      isType,
    });
  });
}

function reExports(file: SourceFile): Import[] {
  return file.module.staticExports.flatMap((found) => {
    const [first] = found.entries;
    if (!first?.moduleRequest) return [];
    const names = found.entries.map(({ importName }) => importName.name ?? '*');
    const isType = isTypeStatement(file, found.start);
    return [toImport(file, found.start, first.moduleRequest.value, { names, isType })];
  });
}

/** `import('./a.ts')`, and `import('./a.ts').A` among types. */
function dynamicImports(file: SourceFile): Import[] {
  const imports: Import[] = [];
  walk(file, (node) => {
    if (node.type !== 'ImportExpression' && node.type !== 'TSImportType') return;
    const { source } = node;
    if (source.type !== 'Literal' || typeof source.value !== 'string') return;
    const isType = node.type === 'TSImportType';
    imports.push(toImport(file, node.start, source.value, { names: ['*'], isType }));
  });
  return imports;
}

function isTypeStatement(file: SourceFile, start: number): boolean {
  return /^(?:import|export)\s+type\b(?!\s*(?:,|from\b))/.test(file.text.slice(start, start + 40));
}

function toImport(
  file: SourceFile,
  start: number,
  specifier: string,
  what: Pick<Import, 'names' | 'isType'>,
): Import {
  const isRelative = specifier.startsWith('.');
  const [bare = ''] = specifier.split('?');
  return {
    from: file.path,
    line: file.lineOf(start),
    specifier,
    path: isRelative ? posix.join(dirname(file.path), bare) : null,
    package: isRelative ? null : packageOf(specifier),
    ...what,
  };
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
