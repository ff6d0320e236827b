import { v7 } from 'uuid';

/** Makes identifiers: UUIDv7 strings, so that rows of one import lie together in the index. */
export type NewId = () => string;

export const newUuid: NewId = () => v7();
