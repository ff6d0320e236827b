import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import type { RuleHit } from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import { Untrusted } from '../../../ui/untrusted.tsx';

const EventDrawer = lazy(async () => ({
  default: (await import('../events/event-drawer.tsx')).EventDrawer,
}));

/** Opens the record that a rule found, with its place in the file; of a rule that found the file, the file. */
export function RecordButton({ hit }: { hit: RuleHit }) {
  const [isOpen, setOpen] = useState(false);
  const text = <Untrusted text={hit.place ?? hit.summary} max={120} expand="none" />;
  if (!/^\d+$/.test(hit.eventId))
    return (
      <Link
        to={`/forensics?investigation=${encodeURIComponent(hit.investigationId)}&view=files&file=${encodeURIComponent(hit.sourceId)}`}
        className="rounded-sm text-accent-text hover:underline"
      >
        {text}
      </Link>
    );
  return (
    <>
      <button
        type="button"
        className="rounded-sm text-left text-accent-text hover:underline"
        onClick={() => setOpen(true)}
      >
        {text}
      </button>
      {isOpen && (
        <Suspense>
          <EventDrawer
            investigationId={hit.investigationId}
            eventId={Number(hit.eventId)}
            onClose={() => setOpen(false)}
            onPrevious={null}
            onNext={null}
            onFilter={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
