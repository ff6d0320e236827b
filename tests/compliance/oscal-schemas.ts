/** Ajv over our own schemas of three OSCAL models, and a walk over the references in a document. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

const FOLDER = join(import.meta.dirname, '../fixtures/oscal');
const read = (name: string) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as object;

export type OscalModel = 'component-definition' | 'assessment-results' | 'poam';

export function createOscalValidators(): Record<OscalModel, ValidateFunction> {
  const ajv = new Ajv({ allErrors: true, strict: true });
  // CommonJS: under Node the function is the default of the default.
  const add = (addFormats as unknown as { default?: typeof addFormats }).default ?? addFormats;
  (add as unknown as (ajv: Ajv) => void)(ajv);
  ajv.addSchema(read('common.schema.json'));
  const compile = (name: string) => ajv.compile(read(`${name}.schema.json`));
  return {
    'component-definition': compile('component-definition'),
    'assessment-results': compile('assessment-results'),
    poam: compile('poam'),
  };
}

export function problemsOf(validate: ValidateFunction, document: unknown): string[] {
  if (validate(document)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

interface Walked {
  /** Every `uuid` of the document, as often as it stands there. */
  readonly uuids: string[];
  /** Every reference to a UUID or a role within the document. */
  readonly references: string[];
  readonly roles: string[];
}

function note(walked: Walked, key: string, value: string): void {
  if (key === 'uuid') walked.uuids.push(value);
  if (key.endsWith('-uuid') || key === 'party-uuids') walked.references.push(value);
  if ((key === 'href' || key === 'source') && value.startsWith('#'))
    walked.references.push(value.slice(1));
  if (key === 'role-id') walked.roles.push(value);
}

export function walkReferences(document: unknown): Walked {
  const walked: Walked = { uuids: [], references: [], roles: [] };
  const visit = (value: unknown, key: string): void => {
    if (typeof value === 'string') note(walked, key, value);
    if (Array.isArray(value)) for (const one of value) visit(one, key);
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) visit(inner, name);
  };
  visit(document, '');
  return walked;
}
