/**
 * What a rule can match at all, by parts of its condition that must all hold: then it need not run over
 * other files. Where this is not plain to see, it is for any file.
 */
import type { YaraTarget } from './yara.types.ts';
import { passOver } from './yara-text.ts';

const MOST_CONDITION = 200_000;

const PE = /^\(?(?:uint16\(0\)==0x5a4d|uint16be\(0\)==0x4d5a|pe\.is_pe(?:==true)?)\)?$/;
const ELF = /^\(?(?:uint32\(0\)==0x464c457f|uint32be\(0\)==0x7f454c46)\)?$/;

export function targetOf(body: string): { target: YaraTarget; names: string[] } {
  const condition = conditionOf(body);
  const names = [...new Set(condition.match(/(?<![$#@!.\w])[A-Za-z_]\w*/g) ?? [])];
  const parts = conjuncts(condition).map((part) => part.replace(/\s+/g, '').toLowerCase());
  if (parts.some((part) => PE.test(part))) return { target: 'pe', names };
  if (parts.some((part) => ELF.test(part))) return { target: 'elf', names };
  return { target: 'any', names };
}

/** Without comments and texts; '' where the body has none. */
function conditionOf(body: string): string {
  let plain = '';
  for (let at = 0; at < body.length; ) {
    const next = passOver(body, at);
    if (next === at) plain += body[at++] ?? '';
    else {
      plain += ' ';
      at = next;
    }
  }
  const match = /\bcondition\s*:/g;
  let from = -1;
  for (const found of plain.matchAll(match)) from = found.index + found[0].length;
  return from < 0 ? '' : plain.slice(from, from + MOST_CONDITION);
}

/** Parts between `and` outside of brackets; the whole where an `or` or a loop stands there. */
function conjuncts(condition: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const token of condition.matchAll(/[()]|\b(?:and|or|for|with)\b/g)) {
    if (token[0] === '(') depth += 1;
    else if (token[0] === ')') depth -= 1;
    else if (depth === 0) {
      if (token[0] !== 'and') return [condition];
      parts.push(condition.slice(from, token.index));
      from = token.index + 3;
    }
  }
  parts.push(condition.slice(from));
  return parts;
}
