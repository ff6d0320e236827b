import { FileUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { RulePack } from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import { rulesContract as calls } from '../../../../shared/areas/forensics/rules/rules.contract.ts';
import { ORIGIN_LABELS } from '../../../../shared/areas/forensics/rules/rules.rules.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useMay } from '../../../api/session.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { useRuleCall } from './rules.queries.ts';

export function PackList({
  packs,
  onUpdate,
}: {
  packs: readonly RulePack[];
  onUpdate: (id: string) => void;
}) {
  return (
    <ul aria-label="Rule packs" className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {packs.map((pack) => (
        <li key={pack.id}>
          <PackCard pack={pack} onUpdate={() => onUpdate(pack.id)} />
        </li>
      ))}
    </ul>
  );
}

const counted = (count: number, word: string) => `${count.toLocaleString()} ${word}`;

function PackCard({ pack, onUpdate }: { pack: RulePack; onUpdate: () => void }) {
  const mayWrite = useMay('forensics.write');
  const [isRemoving, setRemoving] = useState(false);
  const change = useRuleCall(
    (client, isEnabled: boolean) =>
      client.call(calls.changePack, { params: { id: pack.id }, body: { isEnabled } }),
    null,
  );
  const parts = [
    counted(pack.ready, 'ready'),
    ...(pack.unsupported > 0 ? [counted(pack.unsupported, 'unsupported')] : []),
    ...(pack.invalid > 0 ? [counted(pack.invalid, 'invalid')] : []),
    ...(pack.disabled > 0 ? [counted(pack.disabled, 'switched off')] : []),
    ...(pack.gone > 0 ? [counted(pack.gone, 'gone')] : []),
  ];
  return (
    <Card
      className="h-full"
      title={<Untrusted text={pack.name} max={80} expand="none" />}
      actions={<Badge>{ORIGIN_LABELS[pack.origin]}</Badge>}
    >
      <p className="text-fg">
        {counted(pack.rules, pack.rules === 1 ? 'rule' : 'rules')}
        <span className="text-fg-muted">: {parts.join(', ')}</span>
      </p>
      <p className="mt-1 text-xs text-fg-muted">
        Version {pack.version}, <DateTime value={pack.updatedAt} />
      </p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <Switch
          label="Runs"
          isOn={pack.isEnabled}
          isDisabled={!mayWrite || change.isPending}
          onChange={(isOn) => change.mutate(isOn)}
        />
        {mayWrite && pack.origin === 'imported' && (
          <span className="flex gap-1">
            <Button size="sm" icon={<FileUp aria-hidden />} onClick={onUpdate}>
              Update
            </Button>
            <Button size="sm" icon={<Trash2 aria-hidden />} onClick={() => setRemoving(true)}>
              Remove
            </Button>
          </span>
        )}
      </div>
      {isRemoving && <RemovePack pack={pack} onClose={() => setRemoving(false)} />}
    </Card>
  );
}

function RemovePack({ pack, onClose }: { pack: RulePack; onClose: () => void }) {
  const client = useClient();
  const { toast } = useToast();
  const remove = useRuleCall(
    (caller) => caller.call(calls.removePack, { params: { id: pack.id } }),
    null,
  );
  return (
    <ConfirmDialog
      open
      title="Remove pack of rules"
      text="Its rules run no more. Hits, marks, filters and versions are kept, and the pack can come back."
      confirmLabel="Remove"
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            onClose();
            toast({
              title: 'Success',
              description: 'Pack removed',
              action: {
                label: 'Undo',
                run: () =>
                  void client.call(calls.restorePack, { params: { id: pack.id }, body: {} }),
              },
            });
          },
        })
      }
    />
  );
}
