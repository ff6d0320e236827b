import { useQuery } from '@tanstack/react-query';
import { Fingerprint, RefreshCw, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ToolsState } from '../../../shared/areas/forensics/tools/tools.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button, buttonStyles } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { HashSetsDialog } from './hash-sets/hash-sets-dialog.tsx';
import { FamilyCard } from './tools/family-card.tsx';
import { lastRunsQuery, toolsQuery, useCheckTools } from './tools/tools.queries.ts';

/** The six forensic tools: a family is connected where its readers passed their self-tests. */
export function ToolsTab() {
  const client = useClient();
  const tools = useQuery(toolsQuery(client));
  const [isOpen, setIsOpen] = useState(false);
  const { data: runs = [] } = useQuery(lastRunsQuery(client));
  return (
    <Loaded query={tools} failed="The forensic tools could not be loaded">
      {({ check, families, programsHaveNoNetwork }) => (
        <div className="flex flex-col gap-3">
          <CheckBar
            check={check}
            noNetwork={programsHaveNoNetwork}
            onHashSets={() => setIsOpen(true)}
          />
          {isOpen && <HashSetsDialog onClose={() => setIsOpen(false)} />}
          <ul className="grid gap-3 lg:grid-cols-2 2xl:grid-cols-3">
            {families.map((family) => (
              <li key={family.id} className="min-w-0">
                <FamilyCard
                  family={family}
                  isChecking={check.state === 'running'}
                  runs={runs.filter(({ toolType }) => toolType === family.id)}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Loaded>
  );
}

interface CheckBarProps {
  check: ToolsState['check'];
  noNetwork: boolean | null;
  onHashSets: () => void;
}

function CheckBar({ check, noNetwork, onHashSets }: CheckBarProps) {
  const mayCheck = useMay('forensics.write');
  const again = useCheckTools();
  const isRunning = check.state === 'running';
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm text-fg-muted">
      <p role="status" className="min-w-0 flex-1">
        {isRunning && 'Running the self-tests and looking for programs of this machine.'}
        {check.state === 'failed' && `The check could not be done: ${check.problem ?? 'unknown'}`}
        {check.state === 'done' && (
          <>
            Every reader read a sample made by Watchfloor and gave back what was in it, unless it
            says otherwise. Checked <DateTime value={check.at ?? ''} />.
          </>
        )}
        {noNetwork === true && ' Programs of this machine are started without a network.'}
        {noNetwork === false &&
          ' This system does not let Watchfloor start programs without a network: isolation does not hold for what they do.'}
      </p>
      <Link to="/forensics/rules" className={buttonStyles({})}>
        <ScrollText aria-hidden />
        Detection rules
      </Link>
      <Button icon={<Fingerprint aria-hidden />} onClick={onHashSets}>
        Hash sets
      </Button>
      {mayCheck && (
        <Button
          icon={<RefreshCw aria-hidden />}
          disabled={isRunning || again.isPending}
          onClick={() => again.mutate()}
        >
          {isRunning ? 'Checking...' : 'Check again'}
        </Button>
      )}
    </div>
  );
}
