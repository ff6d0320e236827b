import { randomBytes } from 'node:crypto';

/** Marks where data begins and ends: whoever wrote the data cannot know it. */
export const secretDelimiter = (): string => randomBytes(12).toString('hex');
