import { useState } from 'react';
import type {
  FrameworkColumns,
  FrameworkPreview,
  ImportReceipt,
} from '../../../shared/areas/compliance/framework-import.contract.ts';
import type { FrameworkCategory } from '../../../shared/areas/compliance/frameworks.rules.ts';
import type { HostFile } from '../../../shared/host.ts';
import { useHost } from '../../host/host-context.tsx';
import { useImportFrameworks, useReadFrameworkFile } from './frameworks.queries.ts';
import { useControlNotice } from './use-control-notice.ts';

/** What becomes of one framework of a file. */
export interface DraftChoice {
  readonly isTaken: boolean;
  readonly name: string;
  readonly category: FrameworkCategory;
  readonly baseline: string | null;
}

const firstChoices = ({ frameworks }: FrameworkPreview): DraftChoice[] =>
  frameworks.map(({ name }) => ({ isTaken: true, name, category: 'Security', baseline: null }));

/**
 * Files that were chosen are read one after the other: those that others refer to stay at hand under
 * their tokens, and the last one is shown. Profiles come last, whatever the order they were chosen in.
 */
export function useFrameworkImport() {
  const host = useHost();
  const read = useReadFrameworkFile();
  const write = useImportFrameworks();
  const notice = useControlNotice();
  const [file, setFile] = useState<HostFile | null>(null);
  const [others, setOthers] = useState<readonly string[]>([]);
  const [preview, setPreview] = useState<FrameworkPreview | null>(null);
  const [choices, setChoices] = useState<readonly DraftChoice[]>([]);
  const [takesLinks, setTakesLinks] = useState(true);
  const [receipt, setReceipt] = useState<ImportReceipt | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isEdited, setIsEdited] = useState(false);

  const show = (found: FrameworkPreview) => {
    setPreview(found);
    setChoices(firstChoices(found));
    setIsEdited(false);
  };
  const readOne = async (one: HostFile, tokens: readonly string[], columns?: FrameworkColumns) => {
    setFile(one);
    setError(null);
    try {
      const found = await read.mutateAsync({
        file: one,
        with: tokens,
        ...(columns ? { columns } : {}),
      });
      show(found);
      return found;
    } catch (thrown) {
      setPreview(null);
      setError(thrown);
      return null;
    }
  };
  return {
    ...{ file, preview, choices, takesLinks, setTakesLinks, receipt, error },
    /** Something was typed or chosen that closing would lose; a file is quickly chosen again. */
    isEdited,
    isReading: read.isPending,
    isWriting: write.isPending,
    async takeFiles(files: readonly HostFile[]) {
      const isProfile = ({ name }: HostFile) => /profile|baseline/i.test(name);
      const sorted = [...files].sort((a, b) => Number(isProfile(a)) - Number(isProfile(b)));
      let tokens: readonly string[] = [];
      for (const one of sorted) {
        const found = await readOne(one, tokens);
        if (!found) return;
        if (one !== sorted.at(-1)) tokens = [...tokens, found.token];
      }
      setOthers(tokens);
    },
    async pick() {
      const files = await host.pickFiles();
      if (files.length > 0) await this.takeFiles(files);
    },
    nameColumns: (columns: FrameworkColumns) => file && readOne(file, others, columns),
    choose(index: number, change: Partial<DraftChoice>) {
      setIsEdited(true);
      setChoices((old) => old.map((one, at) => (at === index ? { ...one, ...change } : one)));
    },
    write() {
      if (!preview) return;
      const frameworks = choices.flatMap(({ isTaken, ...choice }, index) =>
        isTaken ? [{ index, ...choice }] : [],
      );
      write.mutate(
        { token: preview.token, frameworks, links: takesLinks && preview.links.resolved > 0 },
        {
          onSuccess: setReceipt,
          onError: (thrown) => notice.fail('Failed to import', thrown),
        },
      );
    },
    startOver() {
      setFile(null);
      setPreview(null);
      setReceipt(null);
      setError(null);
      setOthers([]);
    },
  };
}
export type FrameworkImportState = ReturnType<typeof useFrameworkImport>;
