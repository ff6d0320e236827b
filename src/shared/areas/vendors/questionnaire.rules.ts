/** The form of a questionnaire, as the files of resources/questionnaires have it. */
import { z } from 'zod';

const questionSchema = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  text: z.string().min(1).max(500),
  guidance: z.string().max(500),
  weight: z.number().int().min(1).max(5),
  required: z.boolean(),
  /** What it asks about, in frameworks: `framework` is the id of a pack. */
  refs: z.array(z.object({ framework: z.string(), id: z.string() })),
});
export type Question = z.infer<typeof questionSchema>;

const sectionSchema = z.object({
  id: z.string(),
  title: z.string(),
  questions: z.array(questionSchema).min(1),
});

/** A version never changes: answers of years ago are read by its questions. */
export const questionnaireSchema = z.object({
  format: z.literal(1),
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  version: z.number().int().min(1),
  title: z.string(),
  description: z.string(),
  sections: z.array(sectionSchema).min(1),
});
export type Questionnaire = z.infer<typeof questionnaireSchema>;

export const DEFAULT_QUESTIONNAIRE = 'security-baseline';

export function questionsOf(questionnaire: Questionnaire): (Question & { section: string })[] {
  return questionnaire.sections.flatMap(({ id, questions }) =>
    questions.map((question) => ({ ...question, section: id })),
  );
}
