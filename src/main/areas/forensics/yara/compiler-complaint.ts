/** What YARA-X says against a text of rules: its messages read as a line, a reason and whether it is our lack. */

/** Of @virustotal/yara-x, as far as it is used. */
export interface YaraCompiler {
  free(): void;
  addSource(source: string): void;
  newNamespace(name: string): void;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

const MOST_REASON = 300;

export interface Complaint {
  readonly line: number;
  readonly reason: string;
  readonly isUnsupported: boolean;
}

const NAMED = /unknown (module|identifier) `(\w+)`/;

/** A rule that needs a module that is not there is not wrong, it is unsupported. */
export function asMissing(complaint: Complaint, missing: Set<string>): Complaint {
  const [, what, name = ''] = NAMED.exec(complaint.reason) ?? [];
  if (what === 'module') missing.add(name);
  return what === 'identifier' && missing.has(name)
    ? { ...complaint, isUnsupported: true }
    : complaint;
}

export function tryOut(text: string, create: () => YaraCompiler) {
  const compiler = create();
  try {
    try {
      compiler.addSource(text);
    } catch {
      // What it throws stands in `errors`, too.
    }
    const isRefused = compiler.errors.length > 0;
    return {
      errors: isRefused ? compiler.errors.map(complaintOf) : [],
      warnings: compiler.warnings.map(complaintOf),
    };
  } finally {
    compiler.free();
  }
}

/** `error[E025]: unknown pattern `$x`` and, below, ` --> line:2:23`. */
function complaintOf(message: string): Complaint {
  const line = Number(/-->\s*\S*?:?(\d+):\d+/.exec(message)?.[1] ?? 0);
  const words = message.split('\n', 1)[0]?.replace(/^(?:error|warning)(?:\[\w+\])?:\s*/, '') ?? '';
  const detail = /\^+\s*(\S.*)/.exec(message)?.[1] ?? '';
  const reason = `line ${line}: ${words}${detail === '' || words.includes(detail) ? '' : ` (${detail})`}`;
  const isUnsupported = /unknown module|including file|not supported|unsupported/i.test(words);
  return { line, reason: reason.slice(0, MOST_REASON), isUnsupported };
}
