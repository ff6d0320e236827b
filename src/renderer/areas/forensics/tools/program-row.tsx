import { FolderSearch } from 'lucide-react';
import { useState } from 'react';
import type { ToolProgram } from '../../../../shared/areas/forensics/tools/tools.contract.ts';
import { useMay } from '../../../api/session.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { PathDialog } from './path-dialog.tsx';

/** A program of this machine: found with version and path, or not found and how to get it. */
export function ProgramRow({ program, isChecking }: { program: ToolProgram; isChecking: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const mayManage = useMay('workspace.manage');
  const { label, adds, install, version, path, problem } = program;
  return (
    <li className="flex flex-col gap-1 rounded-md bg-sunken p-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium text-fg">{label}</span>
        {version === null ? (
          <Badge>{problem === null && isChecking ? 'Checking' : (problem ?? 'Not checked')}</Badge>
        ) : (
          <Badge tone="ok">{`Version ${version}`}</Badge>
        )}
        {mayManage && (
          <Button
            size="sm"
            variant="ghost"
            className="ml-auto"
            icon={<FolderSearch aria-hidden />}
            aria-label={`Set path of ${label}`}
            onClick={() => setAsking(true)}
          >
            Set path
          </Button>
        )}
      </div>
      <p className="text-fg-muted">{adds}</p>
      {path !== null && (
        <p className="font-mono text-xs break-all text-fg-muted">
          <Untrusted text={path} />
        </p>
      )}
      {version === null && problem !== null && <p className="text-fg-muted">{install}</p>}
      {isAsking && <PathDialog program={program} onClose={() => setAsking(false)} />}
    </li>
  );
}
