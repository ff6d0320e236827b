import { z } from 'zod';
import { type BridgeCall, CORE_PAGES } from '../../shared/bridge.ts';
import type { HostRequest } from '../../shared/host.ts';
import { APP_ORIGIN, isCorePath } from './app-address.ts';

const MAX_PATH_LENGTH = 100_000;
const MAX_FILES_AT_ONCE = 1_000;
/** A picture of a chart, generously. */
const MAX_CONTENT_CHARS = 64 * 1024 * 1024;

/** A path of the core, also after `..` in it is resolved, that can be nothing but a path. */
const corePathSchema = z
  .string()
  .max(MAX_PATH_LENGTH)
  .regex(/^\/api\/[\x21-\x7e]*$/)
  .refine((path) => isCorePath(new URL(path, APP_ORIGIN).pathname));

const hostRequestSchema: z.ZodType<HostRequest> = z
  .strictObject({
    method: z.enum(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']),
    path: corePathSchema,
    body: z.string().exactOptional(),
  })
  .refine((request) => request.method !== 'GET' || request.body === undefined);

/** A bare name: no folder, nothing that a file system reads as one. */
const fileNameSchema = z
  .string()
  .min(1)
  .max(200)
  .transform((name) => name.replace(/[/\\:\p{Cc}]/gu, '_').replace(/^\.+/, '_'));

/** Every call that the page may make; anything else is refused before it is looked at. */
export const bridgeCallSchema: z.ZodType<BridgeCall> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('request'), request: hostRequestSchema }),
  z.strictObject({ type: z.literal('subscribe') }),
  z.strictObject({ type: z.literal('pick-files') }),
  z.strictObject({
    type: z.literal('register-dropped'),
    paths: z.array(z.string().min(1)).max(MAX_FILES_AT_ONCE),
  }),
  z.strictObject({
    type: z.literal('send-file'),
    handle: z.string().max(100),
    request: hostRequestSchema,
  }),
  z.strictObject({
    type: z.literal('save-as'),
    path: corePathSchema,
    suggestedName: fileNameSchema,
  }),
  z.strictObject({
    type: z.literal('save-content'),
    content: z.base64().max(MAX_CONTENT_CHARS),
    suggestedName: fileNameSchema,
  }),
  z.strictObject({ type: z.literal('navigate'), path: z.enum(CORE_PAGES) }),
]);
