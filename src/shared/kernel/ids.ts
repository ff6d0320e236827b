import { z } from 'zod';

/**
 * Identifiers are UUIDv7 strings (RFC 9562, section 5.7): sortable by time of creation. Path
 * parameters accept any short text: an unknown or malformed id is 404, not 400.
 */
export const idParamSchema = z.object({ id: z.string().min(1).max(100) });
