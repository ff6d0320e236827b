/**
 * The lines between `---` at the head of a Markdown file, read as YAML 1.2 (core schema). The file may
 * be a stranger's. Defences: 16 KB, no aliases (they let a few lines become gigabytes), no tags of its
 * own, plain values only.
 */
import type { parseDocument } from 'yaml';
import { AppError } from '../../../shared/contract/errors.ts';

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
const MAX_LENGTH = 16_384;

export interface SplitText {
  /** Null where the file has none. */
  readonly front: Readonly<Record<string, unknown>> | null;
  readonly body: string;
}

/** @throws AppError 'bad-input' with what is wrong. */
export async function splitFrontMatter(
  text: string,
  schema: YamlSchema = 'core',
): Promise<SplitText> {
  const [whole, yaml] = FRONT_MATTER.exec(text.slice(0, 2 * MAX_LENGTH)) ?? [];
  if (whole === undefined || yaml === undefined) {
    if (/^---[ \t]*\r?\n/.test(text) && /^[\w-]+:/m.test(text.slice(0, 400)))
      throw new AppError(
        'bad-input',
        'The front matter of this file has no end, or more than 16 KB. Close it with a line of three dashes.',
      );
    return { front: null, body: text };
  }
  return { front: await parseYaml(yaml, schema), body: text.slice(whole.length) };
}

/** `failsafe`: every value is text, so that a version 1.0 stays one. */
type YamlSchema = 'core' | 'failsafe';

async function parseYaml(
  yaml: string,
  schema: YamlSchema,
): Promise<Readonly<Record<string, unknown>>> {
  const { parseDocument: parse } = await import('yaml');
  let document: ReturnType<typeof parseDocument>;
  try {
    document = parse(yaml, {
      schema,
      logLevel: 'silent',
      prettyErrors: false,
      stringKeys: true,
    });
  } catch (cause) {
    throw new AppError('bad-input', 'The front matter of this file is nested too deeply.', {
      cause,
    });
  }
  if (document.errors.length > 0)
    throw new AppError('bad-input', 'The front matter of this file is not valid YAML.');
  if (document.warnings.some(({ code }) => code === 'TAG_RESOLVE_FAILED'))
    throw new AppError(
      'bad-input',
      'The front matter of this file uses tags of its own, which are not followed.',
    );
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 0 });
  } catch (cause) {
    throw new AppError(
      'bad-input',
      'The front matter of this file uses aliases (*name). Write the values out and try again.',
      { cause },
    );
  }
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw new AppError('bad-input', 'The front matter of this file has no names and values.');
  return value as Readonly<Record<string, unknown>>;
}
