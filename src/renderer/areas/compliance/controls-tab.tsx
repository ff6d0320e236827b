import { History, ListTree, Plus, ShieldOff, Table2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { BulkControlsBar } from './bulk-controls-bar.tsx';
import { BulkHistoryDialog } from './bulk-history-dialog.tsx';
import { ControlFilters } from './control-filters.tsx';
import { useControlKeys } from './control-keys.ts';
import { ControlPane } from './control-pane.tsx';
import { ControlTable } from './control-table.tsx';
import { ControlTree } from './control-tree.tsx';
import { controlIntentOf } from './controls.intents.ts';
import { CreateControlDialog } from './create-control-dialog.tsx';
import { ExceptionRegisterDialog } from './exception-register-dialog.tsx';
import { useControlSelection } from './use-control-selection.ts';
import { type ControlsAddress, useControlsAddress } from './use-controls-address.ts';
import { useShowAll } from './use-show-all.ts';

/** From this width on the open control stands beside the list, below it covers the window. */
const WIDE = '(min-width: 1280px)';

const VIEWS = [
  { value: 'table', label: 'Table', icon: <Table2 aria-hidden /> },
  { value: 'tree', label: 'Tree', icon: <ListTree aria-hidden /> },
] as const;

/** Controls as a table or a tree, with what can be done to one and to many. */
export function ControlsTab() {
  const address = useControlsAddress();
  const selection = useControlSelection(address.filter);
  const [isAll, showAll] = useShowAll();
  const [dialog, setDialog] = useState<'create' | 'history' | 'exceptions' | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const mayWrite = useMay('compliance.write');
  const create = () => setDialog('create');
  useIntent(mayWrite, create);
  useControlKeys({
    search,
    mayWrite,
    onCreate: create,
    onClose: () => {
      if (address.openId !== null) address.open(null);
      else if (selection.count > 0) selection.clear();
      else return false;
      return true;
    },
  });
  return (
    <div id="controls-work" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label="View"
          value={address.view}
          segments={VIEWS}
          onValueChange={address.setView}
        />
        <span className="flex-1" />
        <Button icon={<ShieldOff aria-hidden />} onClick={() => setDialog('exceptions')}>
          Exceptions
        </Button>
        <Button icon={<History aria-hidden />} onClick={() => setDialog('history')}>
          Bulk changes
        </Button>
        {mayWrite && (
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={create}>
            Create Control
          </Button>
        )}
      </div>
      <ControlFilters address={address} searchRef={search} />
      {address.view === 'table' && (
        <BulkControlsBar address={address} selection={selection} isAll={isAll} />
      )}
      <div className="flex min-w-0 gap-3">
        <div className="min-w-0 flex-1">
          {address.view === 'tree' ? (
            <ControlTree address={address} onCreate={create} />
          ) : (
            <ControlTable
              address={address}
              selection={selection}
              isAll={isAll}
              onShowAll={showAll}
              onCreate={create}
            />
          )}
        </div>
        <OpenControl address={address} />
      </div>
      {dialog === 'create' && (
        <CreateControlDialog
          frameworkId={address.filter.framework}
          onClose={() => setDialog(null)}
          onCreated={address.open}
        />
      )}
      {dialog === 'exceptions' && <ExceptionRegisterDialog onClose={() => setDialog(null)} />}
      {dialog === 'history' && <BulkHistoryDialog onClose={() => setDialog(null)} />}
    </div>
  );
}

/** The palette may ask for the dialog from another screen; asked once, it is forgotten. */
function useIntent(mayWrite: boolean, create: () => void): void {
  const location = useLocation();
  const navigate = useNavigate();
  const intent = controlIntentOf(location.state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new intent counts
  useEffect(() => {
    if (intent === null) return;
    if (mayWrite) create();
    navigate({ pathname: location.pathname, search: location.search }, { replace: true });
  }, [intent]);
}

function OpenControl({ address }: { address: ControlsAddress }) {
  const isWide = useMediaQuery(WIDE);
  const { openId, open } = address;
  const close = () => open(null);
  if (isWide) {
    if (openId === null) return null;
    return (
      <aside
        aria-label="Open control"
        className="sticky top-2 flex max-h-[calc(100vh-6rem)] w-120 shrink-0 flex-col self-start overflow-hidden rounded-lg border border-line bg-surface"
      >
        <ControlPane id={openId} onClose={close} />
      </aside>
    );
  }
  return (
    <Drawer open={openId !== null} onClose={close} title="Open control">
      {openId !== null && <ControlPane id={openId} />}
    </Drawer>
  );
}
