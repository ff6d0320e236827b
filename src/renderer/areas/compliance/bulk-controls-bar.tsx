import { useInfiniteQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { BulkAssessDialog } from './bulk-assess-dialog.tsx';
import { hasFilter } from './controls.filter-url.ts';
import { controlPagesQuery } from './controls.queries.ts';
import type { ControlSelection } from './use-control-selection.ts';
import type { ControlsAddress } from './use-controls-address.ts';

interface BulkControlsBarProps {
  address: ControlsAddress;
  selection: ControlSelection;
  isAll: boolean;
}

/** What is done to the chosen controls; all that match are a click away, whatever is loaded. */
export function BulkControlsBar({ address, selection, isAll }: BulkControlsBarProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { filter } = address;
  const pages = useInfiniteQuery(
    controlPagesQuery(useClient(), filter, isAll || hasFilter(filter)),
  );
  const total = pages.data?.pages[0]?.total ?? 0;
  if (selection.count === 0) return null;
  const count = selection.count.toLocaleString();
  return (
    <section
      aria-label="Selected controls"
      className="flex flex-wrap items-center gap-2 rounded-lg border border-accent bg-accent-soft px-3 py-2"
    >
      <p role="status" className="font-medium text-fg tabular-nums">
        {selection.total === null ? `${count} selected` : `All ${count} that match are selected`}
      </p>
      {selection.total === null && total > selection.count && (
        <Button size="sm" variant="ghost" onClick={() => selection.chooseAll(total)}>
          Select all {total.toLocaleString()} that match
        </Button>
      )}
      <Button size="sm" variant="primary" onClick={() => setIsAsking(true)}>
        Change
      </Button>
      <Button size="sm" variant="ghost" icon={<X aria-hidden />} onClick={selection.clear}>
        Clear selection
      </Button>
      {isAsking && (
        <BulkAssessDialog
          filter={filter}
          selection={selection}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}
