import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Licence } from '../../../shared/areas/settings/about.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { licencesQuery } from './about.queries.ts';

/** Everything of others that is bundled, with the text of its licence. */
export function AboutLicences() {
  const licences = useQuery(licencesQuery(useClient()));
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<Licence | null>(null);
  if (licences.isError) {
    return (
      <Card title="Licences">
        <ErrorState
          title="The licences could not be loaded"
          error={licences.error}
          onRetry={() => void licences.refetch()}
          isRetrying={licences.isFetching}
        />
      </Card>
    );
  }
  const all = licences.data ?? [];
  const found = all.filter((licence) => matches(licence, search));
  return (
    <Card title="Licences" note="What others wrote and Watchfloor carries along, with their terms.">
      <Field label="Search licences">
        {(control) => (
          <Input
            {...control}
            type="search"
            value={search}
            autoComplete="off"
            placeholder="Name or licence"
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
      </Field>
      <p role="status" className="mt-3 mb-1 text-xs text-fg-muted tabular-nums">
        {search === '' ? `${all.length} parts` : `${found.length} of ${all.length} parts`}
      </p>
      {licences.data && found.length === 0 && (
        <EmptyState title="No part is called so" text="Search for another name or licence." />
      )}
      <ScrollRegion label="Bundled parts" className="max-h-96">
        <ul className="divide-y divide-line">
          {found.map((licence) => (
            <LicenceRow key={licence.name} licence={licence} onShow={() => setShown(licence)} />
          ))}
        </ul>
      </ScrollRegion>
      <LicenceDialog licence={shown} onClose={() => setShown(null)} />
    </Card>
  );
}

function matches({ name, licence }: Licence, search: string): boolean {
  return `${name} ${licence}`.toLowerCase().includes(search.trim().toLowerCase());
}

function LicenceRow({ licence, onShow }: { licence: Licence; onShow: () => void }) {
  return (
    <li className="flex items-center gap-3 py-1 pr-1">
      <p className="min-w-0 flex-1 truncate text-fg">
        {licence.name} <span className="text-fg-muted tabular-nums">{licence.version}</span>
      </p>
      <span className="max-w-40 truncate text-xs text-fg-muted">{licence.licence}</span>
      <Button size="sm" variant="ghost" label={`Licence of ${licence.name}`} onClick={onShow}>
        Text
      </Button>
    </li>
  );
}

function LicenceDialog({ licence, onClose }: { licence: Licence | null; onClose: () => void }) {
  if (!licence) return null;
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={`${licence.name} ${licence.version}`}
      description={licence.licence}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {licence.texts.length === 0 ? (
        <p className="text-fg-muted">
          It came without a text of its own; its licence is named above.
        </p>
      ) : (
        <ScrollRegion label={`Text of the licence of ${licence.name}`}>
          {licence.texts.map((text) => (
            <pre
              key={text}
              className="border-b border-line py-3 font-mono text-xs whitespace-pre-wrap text-fg first:pt-0 last:border-0"
            >
              {text}
            </pre>
          ))}
        </ScrollRegion>
      )}
    </Dialog>
  );
}
