import { z } from 'zod';

/** Zod probes whether it may compile schemas with `new Function`, which the page's policy forbids and reports. */
z.config({ jitless: true });
