/** What the readers of files leave in a receipt, as far as the page shows it. Strangers write its texts. */
import { z } from 'zod';

const verdict = z.enum(['good', 'bad']);

const fileFactSchemas = {
  file: z.object({
    kind: z.string(),
    size: z.number(),
    md5: z.string(),
    sha1: z.string(),
    sha256: z.string(),
  }),
  entropy: z.object({ entropy: z.number(), blockSize: z.number(), blocks: z.array(z.number()) }),
  hashSets: z.object({
    sets: z.number(),
    found: z.array(z.object({ set: z.string(), verdict, algorithm: z.string() })),
  }),
  yara: z.object({
    rules: z.number(),
    count: z.number(),
    hits: z.array(
      z.object({
        title: z.string(),
        level: z.string().nullable(),
        description: z.string(),
        attack: z.string(),
        placeCount: z.number(),
        places: z.array(
          z.object({
            pattern: z.string(),
            offset: z.number(),
            length: z.number(),
            bytes: z.string(),
            lead: z.number(),
          }),
        ),
      }),
    ),
  }),
  strings: z.object({
    count: z.number(),
    shown: z.array(z.tuple([z.number(), z.string(), z.string()])),
  }),
  pe: z.object({
    isCut: z.boolean(),
    facts: z.object({
      machine: z.string(),
      subsystem: z.string(),
      isDll: z.boolean(),
      compileTime: z.number(),
      isReproducible: z.boolean(),
      linker: z.string(),
      entryPoint: z.number(),
      entrySection: z.string().nullable(),
      checksum: z.object({ stored: z.number(), computed: z.number().nullable() }),
      importCount: z.number(),
      importHash: z.string().nullable(),
      findings: z.array(z.string()),
      tlsCallbacks: z.array(z.string()),
      version: z.record(z.string(), z.string()),
      rich: z.object({ hash: z.string() }).nullable(),
      overlay: z.object({ offset: z.number(), size: z.number() }).nullable(),
      signature: z.object({ signers: z.array(z.string()) }).nullable(),
      debug: z.array(
        z.object({
          path: z.string().nullable(),
          guid: z.string().nullable(),
          age: z.number().nullable(),
        }),
      ),
      clr: z.object({ metadataVersion: z.string() }).nullable(),
      exports: z
        .object({
          count: z.number(),
          functions: z.array(z.object({ name: z.string().nullable(), ordinal: z.number() })),
        })
        .nullable(),
      resources: z.array(
        z.object({ type: z.string(), name: z.string(), language: z.number(), size: z.number() }),
      ),
      sections: z.array(
        z.object({
          name: z.string(),
          rawOffset: z.number(),
          rawSize: z.number(),
          virtualSize: z.number(),
          access: z.string(),
          entropy: z.number().nullable(),
          oddities: z.array(z.string()),
        }),
      ),
      libraries: z.array(
        z.object({
          name: z.string(),
          isDelayed: z.boolean(),
          imports: z.array(
            z.object({ name: z.string().nullable(), ordinal: z.number().nullable() }),
          ),
        }),
      ),
    }),
  }),
  elf: z.object({
    isCut: z.boolean(),
    facts: z.object({
      type: z.string(),
      machine: z.string(),
      is64: z.boolean(),
      entryPoint: z.string(),
      entrySection: z.string().nullable(),
      interpreter: z.string().nullable(),
      needed: z.array(z.string()),
      soname: z.string().nullable(),
      buildId: z.string().nullable(),
      compilers: z.array(z.string()),
      isStripped: z.boolean(),
      isStatic: z.boolean(),
      findings: z.array(z.string()),
      imported: z.object({ count: z.number(), names: z.array(z.string()) }),
      exported: z.object({ count: z.number(), names: z.array(z.string()) }),
      overlay: z.object({ offset: z.number(), size: z.number() }).nullable(),
      sections: z.array(
        z.object({
          name: z.string(),
          type: z.string(),
          offset: z.number(),
          size: z.number(),
          flags: z.string(),
          entropy: z.number().nullable(),
        }),
      ),
    }),
  }),
} as const;

export type FileFactName = keyof typeof fileFactSchemas;
export type FileFact<N extends FileFactName> = z.infer<(typeof fileFactSchemas)[N]>;

/** Names of facts that the part 'File' shows in its own way. */
export const FILE_FACT_NAMES: ReadonlySet<string> = new Set(Object.keys(fileFactSchemas));

/** Null where it is not among them, or of another version. */
export function fileFact<N extends FileFactName>(
  facts: readonly { readonly name: string; readonly value: unknown }[],
  name: N,
): FileFact<N> | null {
  const found = facts.find((fact) => fact.name === name);
  if (found === undefined) return null;
  const parsed = fileFactSchemas[name].safeParse(found.value);
  return parsed.success ? (parsed.data as FileFact<N>) : null;
}
