import type { EventKind } from '../events/event.types.ts';

/** `subject` did it, `target` is who it concerns, `user` is the event's own field. */
export type Whose = 'subject' | 'target' | 'user';
/** Parts of a line are set apart by `|`: a part whose field is missing is left out. */
type WindowsEvent = readonly [kind: EventKind, line: string, whose?: Whose];
/** By event id. */
export type Events = Readonly<Record<string, WindowsEvent>>;
