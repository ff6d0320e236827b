import type { Connector } from './connector.types.ts';

/** The connectors there are; each is read from its file when one is first asked for. */
export interface Catalogue {
  all(): Promise<readonly Connector[]>;
  find(id: string): Promise<Connector | null>;
}

export function createCatalogue(loads: readonly (() => Promise<Connector>)[]): Catalogue {
  let loaded: Promise<readonly Connector[]> | undefined;
  const all = () => {
    loaded ??= Promise.all(loads.map((load) => load()));
    return loaded;
  };
  return {
    all,
    find: async (id) => (await all()).find((connector) => connector.id === id) ?? null,
  };
}
