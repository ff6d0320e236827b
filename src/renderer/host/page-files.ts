import type { Host } from '../../shared/host.ts';

/** Files that the page makes, and those that it is made of; from its own origin alone. */
export function createPageFiles(host: Host, origin: string) {
  return {
    async save(content: Blob, suggestedName: string): Promise<boolean> {
      return host.saveContent(new Uint8Array(await content.arrayBuffer()), suggestedName);
    },
    async read(address: string): Promise<Blob> {
      const { href, origin: wanted } = new URL(address, origin);
      if (wanted !== origin) throw new Error('This file is not one of the page.');
      const answer = await fetch(href);
      if (!answer.ok) throw new Error(`A file of the page could not be read: ${answer.status}`);
      return answer.blob();
    },
  };
}
