/**
 * Imported before any schema is made. Evaluated from outside, zod would find that it may compile
 * code, which the page's policy forbids it later; the application's own code finds that out itself.
 */
import { z } from 'zod';

z.config({ jitless: true });
