import { type FormEvent, useState } from 'react';
import { syncContract } from '../../../shared/areas/sync/sync.contract.ts';
import {
  type FetchPolicy,
  type FilePolicyChoice,
  filePolicySchema,
} from '../../../shared/areas/sync/sync-files.contract.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useSyncCall } from './sync.queries.ts';

const SEGMENTS = [
  { value: 'opening', label: 'When opened' },
  { value: 'below', label: 'At once, up to a size' },
  { value: 'all', label: 'All at once' },
] as const satisfies readonly { value: FetchPolicy; label: string }[];

const NOTES: Readonly<Record<FetchPolicy, string>> = {
  opening: 'A file comes when somebody opens it here. Without the server it cannot be opened then.',
  below: 'Smaller files come with their records; larger ones when somebody opens them.',
  all: 'Every file comes with its record, and is here without the server too.',
};

interface FilePolicyFormProps {
  policy: FilePolicyChoice;
  isFixed: boolean;
}

/** Which files are fetched when; a choice holds at once, a size once it is set. */
export function FilePolicyForm({ policy, isFixed }: FilePolicyFormProps) {
  const [megabytes, setMegabytes] = useState(String(policy.megabytes));
  const [error, setError] = useState<string>();
  const save = useSyncCall((client, body: FilePolicyChoice) =>
    client.call(syncContract.setFiles, { body }),
  );
  const choose = (change: Partial<FilePolicyChoice>) => {
    const parsed = filePolicySchema.safeParse({ ...policy, ...change });
    setError(parsed.error?.issues[0]?.message);
    if (parsed.success) save.mutate(parsed.data);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    choose({ fetch: 'below', megabytes: megabytes.trim() === '' ? Number.NaN : Number(megabytes) });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <div>
        <Segmented
          label="When files are fetched"
          value={policy.fetch}
          segments={SEGMENTS}
          isDisabled={isFixed || save.isPending}
          onValueChange={(fetch) => choose({ fetch })}
        />
      </div>
      <p className="max-w-prose text-xs text-fg-muted">{NOTES[policy.fetch]}</p>
      {policy.fetch === 'below' && (
        <div className="flex flex-wrap items-start gap-3">
          <Field label="Up to, in MB" className="w-40" error={error}>
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="off"
                disabled={isFixed}
                value={megabytes}
                onChange={(event) => setMegabytes(event.target.value)}
              />
            )}
          </Field>
          <Button
            type="submit"
            className="mt-6"
            disabled={isFixed || save.isPending || megabytes === String(policy.megabytes)}
          >
            Set
          </Button>
        </div>
      )}
    </form>
  );
}
