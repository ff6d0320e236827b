import type { JobFunction, JobKind } from './job.ts';

/** A kind of job whose code is read when it is first needed, and kept by its thread. */
export function lazyJob(load: () => Promise<JobKind>): JobKind {
  let loaded: Promise<JobKind> | undefined;
  const kind = () => {
    loaded ??= load();
    return loaded;
  };
  const run: JobFunction = async (input, context) => (await kind())(input, context);
  return Object.assign(run, {
    prepare: async (input: unknown) => (await kind()).prepare?.(input),
  });
}
