import type {
  PolicyImportCounts,
  PolicyImportNote,
} from '../../../shared/areas/policies/policy-exchange.contract.ts';
import { Untrusted } from '../../ui/untrusted.tsx';
import { countOf } from './policies.text.ts';

/** What of a file was taken over, and what was not. */
export function ImportNotes({
  counts,
  notes,
}: {
  counts: PolicyImportCounts;
  notes: readonly PolicyImportNote[];
}) {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-fg-muted tabular-nums">
        {[
          countOf(counts.words, 'word', 'words'),
          countOf(counts.headings, 'heading', 'headings'),
          countOf(counts.lists, 'list', 'lists'),
          countOf(counts.tables, 'table', 'tables'),
          countOf(counts.links, 'link', 'links'),
        ].join(' · ')}
      </p>
      {notes.length === 0 ? (
        <p>Nothing was left out.</p>
      ) : (
        <>
          <p className="font-medium text-fg">Left out or changed</p>
          <ul className="flex list-disc flex-col gap-0.5 pl-5">
            {notes.map(({ what, reason, count }) => (
              <li key={what}>
                <Untrusted text={what} max={120} expand="none" />
                <span className="tabular-nums"> ({count})</span>
                <span className="text-fg-muted">: {reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
