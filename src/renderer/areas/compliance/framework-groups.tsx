import { Link } from 'react-router-dom';
import type {
  FrameworkDetail,
  FrameworkGroup,
} from '../../../shared/areas/compliance/frameworks.contract.ts';
import { Untrusted } from '../../ui/untrusted.tsx';
import { controlsAddress } from './use-framework-address.ts';

/** The groups as a tree, each with how many controls stand under it. */
export function FrameworkGroups({ framework }: { framework: FrameworkDetail }) {
  const { groups, id } = framework;
  return (
    <section aria-labelledby="framework-groups" className="flex min-w-0 flex-col gap-2">
      <h3 id="framework-groups" className="font-semibold text-fg">
        Groups
      </h3>
      {groups.length === 0 ? (
        <p className="text-fg-muted">
          This framework has no groups.{' '}
          <Link to={controlsAddress(id)} className="rounded-sm text-accent-text underline">
            Its controls
          </Link>{' '}
          stand in one list.
        </p>
      ) : (
        <Branch groups={groups} parent={null} known={new Set(groups.map(({ ref }) => ref))} />
      )}
    </section>
  );
}

interface BranchProps {
  groups: readonly FrameworkGroup[];
  parent: string | null;
  known: ReadonlySet<string>;
}

/** What stands under something that is no group (a control) is shown at the top. */
function Branch({ groups, parent, known }: BranchProps) {
  const own = groups.filter(({ parentRef }) =>
    parent === null ? parentRef === null || !known.has(parentRef) : parentRef === parent,
  );
  if (own.length === 0) return null;
  return (
    <ul className={parent === null ? 'divide-y divide-line rounded-lg border border-line' : 'pl-5'}>
      {own.map(({ ref, title, controlCount, assessedCount }) => (
        <li key={ref} className={parent === null ? 'px-3 py-1.5' : 'py-1'}>
          <div className="flex items-baseline gap-3">
            <span className="shrink-0 font-mono text-xs text-fg-muted">
              <Untrusted text={ref} expand="none" />
            </span>
            <span className="min-w-0 flex-1">
              <Untrusted text={title} />
            </span>
            <span className="shrink-0 text-fg-muted tabular-nums">
              {assessedCount} of {controlCount} assessed
            </span>
          </div>
          {ref !== parent && <Branch groups={groups} parent={ref} known={known} />}
        </li>
      ))}
    </ul>
  );
}
