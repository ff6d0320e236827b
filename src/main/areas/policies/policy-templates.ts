/** The templates shipped with the product: read once, when somebody first asks for them. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { POLICY_CATEGORIES } from '../../../shared/areas/policies/policies.rules.ts';
import type { PolicyTemplate } from '../../../shared/areas/policies/policy-templates.contract.ts';
import { countWords } from '../../../shared/areas/policies/policy-texts.rules.ts';
import { splitFrontMatter } from './policy-front-matter.ts';

const CONTROL = /^([a-z0-9.-]+):(.+)$/;
const headSchema = z.strictObject({
  title: z.string().min(1).max(100),
  category: z.enum(POLICY_CATEGORIES),
  summary: z.string().min(1).max(200),
  reviewMonths: z.number().int().min(1).max(60),
  /** `pack:identifier`, as in resources/frameworks. */
  controls: z.array(z.string().regex(CONTROL)).min(1),
});

export interface Template extends PolicyTemplate {
  readonly content: string;
  readonly controls: readonly { readonly pack: string; readonly controlId: string }[];
}

export interface TemplateLibrary {
  /** By title. */
  list(): Promise<readonly Template[]>;
}

/** @param folder resources/policies. A file that is no template stops whoever asks. */
export function createTemplateLibrary(folder: string): TemplateLibrary {
  let kept: Promise<readonly Template[]> | undefined;
  return {
    list() {
      kept ??= readAll(folder);
      return kept;
    },
  };
}

async function readAll(folder: string): Promise<readonly Template[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  const templates = await Promise.all(
    names.map(async (name) => {
      const { front, body } = await splitFrontMatter(await readFile(join(folder, name), 'utf8'));
      const { controls, ...head } = headSchema.parse(front);
      const content = `${body.trim()}\n`;
      return {
        ...head,
        key: name.slice(0, -'.md'.length),
        content,
        words: countWords(content),
        controls: controls.map((control) => {
          const [, pack = '', controlId = ''] = CONTROL.exec(control) ?? [];
          return { pack, controlId };
        }),
      };
    }),
  );
  return templates.sort((a, b) => a.title.localeCompare(b.title, 'en'));
}
