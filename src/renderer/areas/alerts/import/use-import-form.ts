import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ImportPreview } from '../../../../shared/areas/alerts/imports.contract.ts';
import { useHost } from '../../../host/host-context.tsx';
import type { QueuedFile } from '../waiting-files.embed.tsx';
import {
  DEFAULT_CHOICE,
  draftFromMapping,
  type ImportChoice,
  type MappingDraft,
  needsMapping,
} from './import.mapping.ts';
import { importPreviewQuery } from './imports.queries.ts';

/** From the last change of the mapping to the next look at the file. */
const EDIT_PAUSE_MS = 250;

export interface ImportForm {
  readonly choice: ImportChoice;
  readonly preview: ImportPreview | undefined;
  /** The mapping as it stands: edited, or else as proposed. */
  readonly draft: MappingDraft;
  readonly error: Error | null;
  readonly retry: () => void;
  /** The choice with all that was detected and proposed in it: what is shown is what is imported. */
  readonly shown: ImportChoice;
  /** What is shown is not yet what was chosen. */
  readonly isStale: boolean;
  readonly change: (part: Partial<ImportChoice>) => void;
}

/** What a person chooses about a file, and what the server makes of it. */
export function useImportForm(file: QueuedFile): ImportForm {
  const host = useHost();
  const [choice, setChoice] = useState<ImportChoice>(DEFAULT_CHOICE);
  const settled = useSettled(choice);
  const query = useQuery(importPreviewQuery(host, file, settled));
  const draft = choice.draft ?? draftFromMapping(query.data?.mapping ?? null);
  const format = query.data?.format ?? choice.format;
  return {
    choice,
    preview: query.data,
    draft,
    shown: { ...choice, format, draft: needsMapping(format) ? draft : null },
    error: query.error,
    retry: () => void query.refetch(),
    isStale: settled !== choice || query.isFetching,
    change: (part) => setChoice((now) => ({ ...now, ...part })),
  };
}

function useSettled(choice: ImportChoice): ImportChoice {
  const [settled, setSettled] = useState(choice);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(choice), EDIT_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [choice]);
  return settled;
}
