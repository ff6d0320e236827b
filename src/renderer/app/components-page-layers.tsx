import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm.tsx';
import { Dialog, useDialogClose } from '../ui/dialog.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { Field, Input } from '../ui/field.tsx';
import { FileDrop } from '../ui/file-drop.tsx';
import { Menu } from '../ui/menu.tsx';
import { useToast } from '../ui/toast.tsx';

type Layer = 'dialog' | 'confirm' | 'drawer';

export function LayerParts() {
  const [open, setOpen] = useState<Layer | null>(null);
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const [takeFiles] = useState(() => (files: readonly File[]) => {
    setDropped(files.map((file) => file.name));
  });
  const { toast } = useToast();
  const close = () => setOpen(null);
  return (
    <Card title="Layers" bodyClassName="flex flex-wrap items-center gap-2 p-4">
      <Button onClick={() => setOpen('dialog')}>Dialog</Button>
      <Button onClick={() => setOpen('confirm')}>Question</Button>
      <Button onClick={() => setOpen('drawer')}>Drawer</Button>
      <Menu
        trigger={<Button icon={<Download aria-hidden />}>Menu</Button>}
        items={[
          { label: 'First entry', onSelect: () => undefined },
          { label: 'Second entry', note: 'A line under it', onSelect: () => undefined },
        ]}
      />
      <Button
        onClick={() => toast({ title: 'Success', description: 'Alert updated successfully' })}
      >
        Message
      </Button>
      <Button
        onClick={() =>
          toast({
            title: 'Error',
            description: 'Failed to update alert',
            variant: 'destructive',
          })
        }
      >
        Message of a failure
      </Button>
      <p className="text-fg-muted">
        {dropped.length === 0 ? 'Drop a file anywhere.' : `Dropped: ${dropped.join(', ')}`}
      </p>
      <FileDrop title="Drop here" text="Any file" isAllowed onFiles={takeFiles} />
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="A dialog"
        description="One line that is read out when it opens."
        isDirty
        footer={<CloseButtons />}
      >
        <Field label="The first field has the focus">{(control) => <Input {...control} />}</Field>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        title="Leave the demo?"
        text="It names what will happen to what."
        confirmLabel="Leave demo"
        tone="destructive"
        onConfirm={close}
      />
      <Drawer open={open === 'drawer'} onClose={close} title="A drawer">
        <p className="p-5">A panel over the whole window.</p>
      </Drawer>
    </Card>
  );
}

function CloseButtons() {
  const close = useDialogClose();
  return (
    <>
      <Button onClick={close}>Cancel</Button>
      <Button variant="primary" onClick={close}>
        Save
      </Button>
    </>
  );
}
