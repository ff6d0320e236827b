import { useEffect, useState } from 'react';
import {
  guessType,
  safeFileName,
  titleFromName,
} from '../../../shared/areas/evidence/evidence.rules.ts';
import type { HostFile } from '../../../shared/host.ts';
import { Field, Input } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { EvidencePicker } from './evidence-picker.tsx';
import { ChooseFiles, SendingRow, useSendings } from './evidence-uploads.tsx';

/** Evidence that is there, or a file that has arrived and is to become evidence. */
export type EvidenceChosen =
  | { readonly type: 'evidence'; readonly id: string; readonly expirationDate: string | null }
  | {
      readonly type: 'upload';
      readonly uploadId: string;
      readonly title: string;
      readonly evidenceType: ReturnType<typeof guessType>;
    };

interface EvidenceChoiceProps {
  /** Stays the same between renders. */
  onChange: (chosen: EvidenceChosen | null) => void;
  /** Ids of evidence that is not offered. */
  leftOut: readonly string[];
  error: string | undefined;
}

const WAYS = [
  { value: 'file', label: 'New file' },
  { value: 'evidence', label: 'Existing evidence' },
] as const;

/** For dialogs of other areas that keep something as evidence: a new file, or evidence by search. */
export function EvidenceChoice({ onChange, leftOut, error }: EvidenceChoiceProps) {
  const [way, setWay] = useState<'file' | 'evidence'>('file');
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Segmented
          label="Where it comes from"
          size="sm"
          value={way}
          onValueChange={(next) => {
            setWay(next);
            setChosen(null);
            onChange(null);
          }}
          segments={WAYS}
        />
      </div>
      {way === 'file' ? (
        <NewFile onChange={onChange} error={error} />
      ) : (
        <EvidencePicker
          chosen={chosen}
          leftOut={leftOut}
          error={error}
          onChoose={({ id, expirationDate }) => {
            setChosen(id);
            onChange({ type: 'evidence', id, expirationDate });
          }}
        />
      )}
    </div>
  );
}

type NewFileProps = Pick<EvidenceChoiceProps, 'onChange' | 'error'>;

function NewFile({ onChange, error }: NewFileProps) {
  const [nothing] = useState<readonly HostFile[]>([]);
  const sendings = useSendings(nothing);
  const [title, setTitle] = useState<string | null>(null);
  const [first] = sendings.all;
  const name = first ? safeFileName(first.file.name) : '';
  const shownTitle = title ?? (first ? titleFromName(name) : '');
  const uploadId = first?.state.phase === 'stored' ? first.state.uploadId : null;
  const isReady = uploadId !== null && shownTitle.trim() !== '';
  useEffect(() => {
    onChange(
      isReady
        ? { type: 'upload', uploadId, title: shownTitle.trim(), evidenceType: guessType(name) }
        : null,
    );
  }, [onChange, isReady, uploadId, shownTitle, name]);
  return (
    <>
      {first ? (
        <SendingRow sending={first} sendings={sendings} />
      ) : (
        <ChooseFiles sendings={sendings} />
      )}
      {sendings.all.length > 1 && <p className="text-bad">One file is kept: the first is taken.</p>}
      {first && (
        <Field label="Title" isRequired>
          {(control) => (
            <Input
              {...control}
              value={shownTitle}
              autoComplete="off"
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
      )}
      {error !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </>
  );
}
