import { z } from 'zod';

export const DEFAULT_PAGE_SIZE = 200;
const MAX_PAGE_SIZE = 1000;

/** Query parameters that every list takes; `cursor` is opaque and comes from `X-Next-Cursor`. */
export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
  cursor: z.string().max(200).optional(),
});

export const TOTAL_COUNT_HEADER = 'X-Total-Count';
export const NEXT_CURSOR_HEADER = 'X-Next-Cursor';
