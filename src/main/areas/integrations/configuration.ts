import { z } from 'zod';
import {
  type SettingValues,
  settingValuesSchema,
} from '../../../shared/areas/integrations/integrations.contract.ts';

/** What `integrations.configuration` holds where something here does the work: it is synced, so no secret. */
const configurationSchema = z.object({
  connector: z.string().min(1),
  settings: settingValuesSchema.default({}),
});
export interface Configuration {
  readonly connector: string;
  readonly settings: SettingValues;
}

/** Null: a record of a tool that nothing here speaks to, or written by another version. */
export function readConfiguration(value: unknown): Configuration | null {
  const read = configurationSchema.safeParse(value);
  return read.success ? read.data : null;
}
