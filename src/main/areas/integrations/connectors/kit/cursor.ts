import type { z } from 'zod';
import { ConnectorFailure } from '../../connector.types.ts';

/** The position a connector left, or null before the first run. @throws ConnectorFailure 'settings' */
export function readCursor<T>(schema: z.ZodType<T>, cursor: string | null): T | null {
  if (cursor === null) return null;
  const read = schema.safeParse(parsed(cursor));
  if (read.success) return read.data;
  throw new ConnectorFailure(
    'settings',
    'The saved position cannot be read. Remove the integration and add it again; what is here already is merged.',
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
