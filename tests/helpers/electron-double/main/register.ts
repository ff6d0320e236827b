/** Loaded before the application: from here on `electron` is the double. */
import { registerHooks } from 'node:module';

const double = new URL('./electron.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === 'electron') return { url: double, shortCircuit: true };
    return nextResolve(specifier, context);
  },
});
