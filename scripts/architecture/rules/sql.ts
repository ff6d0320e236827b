import { isTest, type Project } from '../project.ts';
import { type Node, type SourceFile, walk } from '../source-file.ts';
import type { Finding } from '../violation.ts';

const MAY_HOLD_SQL = /\.store\.ts$|^src\/main\/db\//;

/** A statement, or a part of one, as it is written in this repository: key words in capitals. */
const SQL =
  /^\s*(?:SELECT\s|INSERT\s+(?:OR\s+\w+\s+)?INTO\s|REPLACE\s+INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s|WITH\s+\w+\s+AS\s|PRAGMA\s|(?:CREATE|DROP|ALTER)\s+(?:\w+\s+)?(?:TABLE|INDEX|TRIGGER|VIEW)\s|ATTACH\s|VACUUM\b|SAVEPOINT\s|BEGIN\s+IMMEDIATE|WHERE\s+\S+|(?:LEFT\s+|INNER\s+)?JOIN\s+\S+|ORDER\s+BY\s+\S+|GROUP\s+BY\s+\S+)/;

/** However it is written, where it is given to a method that runs it. */
const RUNNERS = ['all', 'get', 'iterate', 'rows', 'run', 'prepare', 'exec', 'pragma'];
const STATEMENT = /^\s*(?:select|insert|update|delete|replace|with|pragma|create|drop|alter)\s/i;

/** SQL stands in `*.store.ts` and `src/main/db`, and nowhere else. */
export function checkSql(project: Project): Finding[] {
  return project.sources
    .filter(({ path }) => path.startsWith('src/') && !isTest(path) && !MAY_HOLD_SQL.test(path))
    .flatMap(findSql);
}

function findSql(source: SourceFile): Finding[] {
  const findings: Finding[] = [];
  walk(source, (node, parents) => {
    const text = textOf(node);
    if (text === null) return;
    const isSql = SQL.test(text) || (STATEMENT.test(text) && isRun(node, parents.at(-1)));
    if (!isSql) return;
    const message = 'SQL belongs in a *.store.ts file or in src/main/db';
    findings.push({ file: source.path, line: source.lineOf(node.start), message });
  });
  return findings;
}

function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  return node.type === 'TemplateLiteral' ? (node.quasis[0]?.value.raw ?? null) : null;
}

function isRun(node: Node, call: Node | undefined): boolean {
  if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return false;
  const { property } = call.callee;
  const isRunner = property.type === 'Identifier' && RUNNERS.includes(property.name);
  return isRunner && call.arguments.some((argument) => argument === node);
}
