/**
 * One text of YARA rules through YARA-X. A text with one bad rule is refused by it as a whole: the bad
 * ones are blanked out and named, until the rest compiles. Runs in the thread of YARA-X only.
 */
import { splitRules, without } from '../../../../shared/areas/forensics/yara/split-rules.ts';
import type {
  YaraRuleState,
  YaraSlice,
} from '../../../../shared/areas/forensics/yara/yara.types.ts';
import { asMissing, type Complaint, tryOut, type YaraCompiler } from './compiler-complaint.ts';
import type { CompiledSource } from './yara-protocol.ts';

/** Each round blanks out at least one rule or line. */
const MOST_ROUNDS = 200;

export interface Reduced extends CompiledSource {
  /** What compiles, with its lines where they were; '' where nothing does. */
  readonly text: string;
  readonly slices: readonly YaraSlice[];
}

export function reduceSource(text: string, create: () => YaraCompiler): Reduced {
  const slices = splitRules(text);
  const bad = new Map<YaraSlice, Complaint[]>();
  const problems: string[] = [];
  const missing = new Set<string>();
  let rest = text;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { errors, warnings } = tryOut(rest, create);
    if (errors.length === 0) return answer(slices, bad, problems, rest, warnings);
    const before = rest;
    for (const found of errors) {
      const complaint = asMissing(found, missing);
      const slice = slices.find(
        ({ firstLine, lastLine }) => complaint.line >= firstLine && complaint.line <= lastLine,
      );
      if (slice === undefined) {
        problems.push(complaint.reason);
        rest = withoutLine(rest, complaint.line);
      } else {
        bad.set(slice, [...(bad.get(slice) ?? []), complaint]);
        rest = without(rest, [slice]);
      }
    }
    if (rest === before) break;
  }
  if (problems.length === 0) problems.push('it cannot be compiled');
  return answer(slices, bad, problems, '', []);
}

function withoutLine(text: string, line: number): string {
  const lines = text.split('\n');
  const at = line - 1;
  // Places of the rules behind it stay where they are.
  if (lines[at] !== undefined) lines[at] = ' '.repeat(lines[at].length);
  return lines.join('\n');
}

function answer(
  slices: readonly YaraSlice[],
  bad: ReadonlyMap<YaraSlice, readonly Complaint[]>,
  problems: readonly string[],
  text: string,
  warnings: readonly Complaint[],
): Reduced {
  const isNothing = text === '';
  const rules = slices.map((slice): YaraRuleState => {
    const complaints = bad.get(slice) ?? [];
    const own = warnings.filter(({ line }) => line >= slice.firstLine && line <= slice.lastLine);
    const base = { identifier: slice.identifier, line: slice.firstLine, tags: [], meta: {} };
    if (complaints.length > 0) {
      const isMissing = complaints.some(({ isUnsupported }) => isUnsupported);
      const state = isMissing ? 'unsupported' : 'invalid';
      return { ...base, state, reasons: complaints.map(({ reason }) => reason) };
    }
    if (isNothing) return { ...base, state: 'invalid', reasons: problems };
    const state = own.length > 0 ? 'warning' : 'ready';
    return { ...base, state, reasons: own.map(({ reason }) => reason) };
  });
  return { rules, problems, text, slices: slices.filter((slice) => !bad.has(slice)) };
}
