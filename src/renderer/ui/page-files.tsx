import { createContext, useContext } from 'react';

/** What the host does with files for a part of the page that makes some. */
export interface PageFiles {
  /** Saves what the page made; false when dismissed. */
  save(content: Blob, suggestedName: string): Promise<boolean>;
  /** One of the page's own files (a font), by its address. */
  read(address: string): Promise<Blob>;
}

export const PageFilesContext = createContext<PageFiles | null>(null);

export function usePageFiles(): PageFiles {
  const files = useContext(PageFilesContext);
  if (!files) throw new Error('usePageFiles is used outside PageFilesContext');
  return files;
}
