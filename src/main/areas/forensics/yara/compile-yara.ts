/** What becomes of files of YARA rules, for packs that are brought in. */
import type { YaraSource } from '../../../../shared/areas/forensics/yara/yara.types.ts';
import { YaraEngine, YaraStopped } from './yara-engine.ts';
import type { CompiledSource } from './yara-protocol.ts';

export interface CompiledFile {
  readonly name: string;
  /** Ready where at least one rule runs. */
  readonly state: 'ready' | 'unsupported' | 'invalid';
  /** With lines: rules that do not run and why, warnings, what is wrong outside of rules. */
  readonly reasons: readonly string[];
  /** Those that run. */
  readonly rules: readonly {
    readonly identifier: string;
    readonly tags: readonly string[];
    readonly meta: Readonly<Record<string, string>>;
  }[];
}

const MOST_REASONS = 50;
const MOST_BYTES = 4_194_304;

/** One answer a file, in their order; never throws. */
export async function compileYara(files: readonly YaraSource[]): Promise<readonly CompiledFile[]> {
  const engine = new YaraEngine();
  const answers: CompiledFile[] = [];
  try {
    for (const file of files) answers.push(await compileOne(engine, file));
  } finally {
    await engine.close();
  }
  return answers;
}

async function compileOne(engine: YaraEngine, file: YaraSource): Promise<CompiledFile> {
  const { name } = file;
  if (file.text.length > MOST_BYTES) {
    return { name, state: 'invalid', reasons: ['it is larger than 4 MiB'], rules: [] };
  }
  try {
    return summed(name, await engine.compile(file));
  } catch (error) {
    const why = error instanceof YaraStopped ? error.message : 'it cannot be compiled';
    return { name, state: 'invalid', reasons: [`not compiled: ${why}`], rules: [] };
  }
}

function summed(name: string, { rules, problems }: CompiledSource): CompiledFile {
  const running = rules.filter(({ state }) => state === 'ready' || state === 'warning');
  const told = rules.flatMap(({ identifier, reasons }) =>
    reasons.map((reason) => (problems.includes(reason) ? reason : `${identifier}: ${reason}`)),
  );
  const reasons = [...new Set([...problems, ...told])].slice(0, MOST_REASONS);
  const isUnsupported = rules.some(({ state }) => state === 'unsupported');
  if (rules.length === 0 && problems.length === 0) reasons.push('it holds no rule');
  return {
    name,
    state: running.length > 0 ? 'ready' : isUnsupported ? 'unsupported' : 'invalid',
    reasons,
    rules: running.map(({ identifier, tags, meta }) => ({ identifier, tags, meta })),
  };
}
