/** The questionnaires shipped with the product: read once, when somebody first asks for them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DEFAULT_QUESTIONNAIRE,
  type Questionnaire,
  questionnaireSchema,
} from '../../../shared/areas/vendors/questionnaire.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';

export interface QuestionnaireLibrary {
  /** The newest version of each. */
  list(): Questionnaire[];
  /** The newest version; without an id, that of the full questionnaire. @throws AppError 'bad-input'. */
  current(id?: string): Questionnaire;
  /** What an assessment was made of. @throws AppError 'not-found'. */
  mustFind(id: string, version: number): Questionnaire;
}

/** @param folder resources/questionnaires. A broken file stops whoever asks: it is part of the product. */
export function createQuestionnaires(folder: string): QuestionnaireLibrary {
  let kept: readonly Questionnaire[] | undefined;
  const all = () => {
    kept ??= readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) =>
        questionnaireSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))),
      )
      .sort((a, b) => a.id.localeCompare(b.id, 'en') || b.version - a.version);
    return kept;
  };
  return {
    list: () => all().filter((one, index, rows) => rows[index - 1]?.id !== one.id),
    current(id = DEFAULT_QUESTIONNAIRE) {
      const found = all().find((one) => one.id === id);
      if (found) return found;
      const message = 'There is no such questionnaire';
      throw new AppError('bad-input', message, { issues: [{ path: 'questionnaire', message }] });
    },
    mustFind(id, version) {
      const found = all().find((one) => one.id === id && one.version === version);
      if (found) return found;
      throw new AppError(
        'not-found',
        `Version ${version} of the questionnaire '${id}' is not part of this Watchfloor. Update it to read this assessment.`,
      );
    },
  };
}
