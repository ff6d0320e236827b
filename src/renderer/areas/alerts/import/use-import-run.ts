import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Import } from '../../../../shared/areas/alerts/imports.contract.ts';
import { useClient } from '../../../api/client-context.tsx';
import { describeError } from '../../../ui/error-text.ts';
import { useToast } from '../../../ui/toast.tsx';
import type { QueuedFile } from '../waiting-files.embed.tsx';
import type { ImportChoice } from './import.mapping.ts';
import {
  findStarted,
  importKeys,
  importQuery,
  importsQuery,
  useSendImport,
} from './imports.queries.ts';

export interface ImportRun {
  readonly start: (choice: ImportChoice) => void;
  /** The import as the core sees it; undefined before it began. */
  readonly receipt: Import | undefined;
  readonly isRunning: boolean;
  readonly isOver: boolean;
  /** Why it did not even begin. */
  readonly error: Error | null;
}

/**
 * An import from its start to its receipt. The receipt is looked up among the imports as soon as
 * there is one: the answer to the sending comes late (when all is read), and not at all where the
 * core stopped reading in the middle.
 */
export function useImportRun(file: QueuedFile): ImportRun {
  const client = useClient();
  const queries = useQueryClient();
  const [known, setKnown] = useState<ReadonlySet<string> | null>(null);
  const tellFailure = useFailureOutside(file, known);
  const send = useSendImport(file, tellFailure);
  const { data: imports = [], isFetching } = useQuery(importsQuery(client));
  const started = send.data ?? (known ? findStarted(imports, file.file.name, known) : undefined);
  const { data } = useQuery({
    ...importQuery(client, started?.id ?? ''),
    enabled: started !== undefined,
  });
  const receipt = started && (data ?? started);
  const isOver = receipt !== undefined && receipt.state !== 'RUNNING';
  const isLookedUp = send.isError && !isFetching && receipt === undefined;
  return {
    start: (choice) => {
      setKnown(new Set(imports.map((one) => one.id)));
      send.mutate(choice, {
        onError: () => queries.invalidateQueries({ queryKey: importKeys.all }),
      });
    },
    receipt,
    isOver,
    isRunning: known !== null && !isOver && !isLookedUp,
    error: isLookedUp ? send.error : null,
  };
}

/**
 * What to do where the sending failed: whoever has gone on to something else is told, unless the import itself
 * began, which then has a receipt that says what became of it.
 */
function useFailureOutside(
  file: QueuedFile,
  known: ReadonlySet<string> | null,
): (error: Error) => Promise<void> {
  const client = useClient();
  const queries = useQueryClient();
  const { toast } = useToast();
  const isHere = useRef(true);
  const before = useRef(known);
  useEffect(() => {
    before.current = known;
  });
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return async (error) => {
    if (isHere.current) return;
    const read = { ...importsQuery(client), staleTime: 0 };
    const imports = await queries.fetchQuery(read).catch(() => []);
    if (findStarted(imports, file.file.name, before.current ?? new Set())) return;
    const description = `The import of a file did not start. ${describeError(error).why}`;
    toast({ title: 'Error', description, variant: 'destructive' });
  };
}
