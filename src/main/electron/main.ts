/** The desktop's entry: everything it may do is in the files beside it. */
import { startDesktop } from './desktop.ts';

// Not awaited: Electron becomes ready only after this module has been evaluated.
void startDesktop(new URL('.', import.meta.url));
