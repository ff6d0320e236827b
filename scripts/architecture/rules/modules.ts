import { importsOf } from '../imports.ts';
import { isTest, type Project } from '../project.ts';
import type { Node, SourceFile } from '../source-file.ts';
import type { Finding } from '../violation.ts';

const THE_BARREL = 'src/shared/contract/index.ts';
/** A double of the module `electron`, which holds the state of a whole application. */
const DOUBLE = /^tests\/helpers\/electron-double\/main\//;

/** No barrels: a file whose every export comes from another is a detour. */
export function checkBarrels(project: Project): Finding[] {
  return project.sources.filter(isBarrel).map(({ path }) => {
    return { file: path, line: 1, message: 'Barrel: import from the file that has it instead' };
  });
}

function isBarrel({ path, program, module }: SourceFile): boolean {
  if (path === THE_BARREL || module.staticExports.length === 0) return false;
  const imported = new Set(
    module.staticImports.flatMap(({ entries }) => entries.map(({ localName }) => localName.value)),
  );
  const areAllPassedOn = module.staticExports.every(({ entries }) =>
    entries.every(
      ({ moduleRequest, localName }) =>
        moduleRequest !== null || imported.has(localName.name ?? ''),
    ),
  );
  return areAllPassedOn && program.body.every(({ type }) => /^(?:Import|Export)/.test(type));
}

/**
 * No state in modules: no `let`, no empty collection to be filled later, no store. A script or a
 * test that nobody imports is run once, from the top: its variables are nobody else's.
 */
export function checkModuleState(project: Project): Finding[] {
  const imported = new Set(project.sources.flatMap(importsOf).map(({ path }) => path));
  return project.sources
    .filter(({ path }) => imported.has(path) || (path.startsWith('src/') && !isTest(path)))
    .filter(({ path }) => !DOUBLE.test(path))
    .flatMap((source) => source.program.body.flatMap((node) => stateOf(source, node)));
}

function stateOf(source: SourceFile, statement: Node): Finding[] {
  const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (node?.type !== 'VariableDeclaration') return [];
  const at = { file: source.path, line: source.lineOf(node.start) };
  if (node.kind === 'let' || node.kind === 'var') {
    return [{ ...at, message: `Module-level ${node.kind}: keep state in what a factory returns` }];
  }
  return node.declarations.flatMap(({ init }) => {
    if (!init || !isFillable(init, storeMakers(source))) return [];
    return [{ ...at, message: 'Module-level state: keep it in what a factory returns' }];
  });
}

function storeMakers(source: SourceFile): Set<string> {
  return new Set(
    importsOf(source).flatMap((found) => (found.package === 'zustand' ? found.names : [])),
  );
}

/** Empty now, so it is there to be changed. */
function isFillable(init: Node, makers: ReadonlySet<string>): boolean {
  if (init.type === 'ArrayExpression') return init.elements.length === 0;
  if (init.type === 'ObjectExpression') return init.properties.length === 0;
  if (init.type === 'NewExpression' && init.callee.type === 'Identifier') {
    const isCollection = /^(?:Map|Set|WeakMap|WeakSet|Array|QueryClient)$/.test(init.callee.name);
    return isCollection && init.arguments.length === 0;
  }
  if (init.type !== 'CallExpression') return false;
  const { callee } = init;
  if (callee.type === 'CallExpression') return isFillable(callee, makers);
  return callee.type === 'Identifier' && makers.has(callee.name) && /^create/.test(callee.name);
}
