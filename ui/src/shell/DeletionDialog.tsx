import { Dialog } from '@/ui/Dialog';
import { Deletion, type DeletionProps } from './Deletion';

interface DeletionDialogProps extends DeletionProps {
  /** The accessible name of the button that closes the dialog. */
  closeLabel: string;
}

/** The same in a dialog, whose title is what is done. */
export function DeletionDialog({ closeLabel, ...deletion }: DeletionDialogProps) {
  const { words, close } = deletion;
  return (
    <Dialog title={words.yes} closeLabel={closeLabel} close={close}>
      <Deletion {...deletion} />
    </Dialog>
  );
}
