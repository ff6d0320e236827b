import { useState } from 'react';
import { enrichmentContract } from '../../../shared/areas/enrichment/enrichment.contract.ts';
import { assertOk, endpointPath } from '../../../shared/contract/client.ts';
import type { HostFile } from '../../../shared/host.ts';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { useEnrichmentCall } from './use-enrichment-call.ts';

const FIELDS = [
  ['source', 'Source', 'Who published the file. Empty: as the file says itself.', 'text', 200],
  ['licence', 'Licence', 'Under which you may use it here.', 'text', 200],
  ['date', 'Published on', 'Empty: as the file says itself, where it does.', 'date', 10],
] as const;
const EMPTY = { source: '', licence: '', date: '' };

/** What a file cannot say of itself, and the file. */
export function ImportSetDialog({ onClose }: { onClose: () => void }) {
  const host = useHost();
  const [form, setForm] = useState(EMPTY);
  const add = useEnrichmentCall(
    async (_, file: HostFile) => {
      const said = Object.fromEntries(
        Object.entries(form)
          .map(([name, value]) => [name, value.trim()] as const)
          .filter(([, value]) => value !== ''),
      );
      const path = endpointPath(enrichmentContract.add, { query: { name: file.name, ...said } });
      assertOk(await host.sendFile(file, { method: 'POST', path }));
    },
    { done: 'Set imported', failed: 'The file could not be imported' },
  );
  const take = ([file]: readonly HostFile[]) => {
    if (file) add.mutate(file, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Import an enrichment set"
      description="CISA KEV (JSON, CSV), or a table of networks or places: ranges or CIDR as CSV or TSV, or .mmdb. Each may be packed as .gz."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={add.isPending}
            onClick={() => void host.pickFiles().then(take)}
          >
            {add.isPending ? 'Importing...' : 'Choose file'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {FIELDS.map(([name, label, hint, type, maxLength]) => (
          <Field key={name} label={label} hint={hint}>
            {(control) => (
              <Input
                {...control}
                type={type}
                maxLength={maxLength}
                value={form[name]}
                onChange={(event) => setForm({ ...form, [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <FileDrop
          title="Drop to import"
          text="KEV, or a table of networks or places"
          isAllowed={!add.isPending}
          onFiles={(files) => void host.takeDropped(files.slice(0, 1)).then(take)}
        />
      </div>
    </Dialog>
  );
}
