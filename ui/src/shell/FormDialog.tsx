import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useIsThere } from '@/lib/useIsThere';
import { texts } from '@/texts/unsaved';
import { Confirmation } from '@/ui/ConfirmButton';
import { Dialog, type DialogProps } from '@/ui/Dialog';
import { notify } from '@/ui/notify';
import css from './form/CheckedForm.module.css';
import { UnsavedContext } from './form/useUnsaved';

/** A dialog with a form. It asks before it closes with something that is typed and not saved. */
export function FormDialog({
  close,
  children,
  ...others
}: Omit<DialogProps, 'size' | 'closeOnClickOutside'>) {
  const { isAsking, setUnsaved, leave, keep } = useDiscardQuestion(close);
  return (
    // a click beside it must not lose what was entered
    <Dialog size="lg" closeOnClickOutside={false} close={leave} {...others}>
      {isAsking && (
        <div className={css.discard}>
          <Confirmation
            words={{ title: texts.question, yes: texts.discard, no: texts.keep }}
            busy={false}
            confirm={close}
            keep={keep}
          />
        </div>
      )}
      <UnsavedContext.Provider value={setUnsaved}>{children}</UnsavedContext.Provider>
    </Dialog>
  );
}

/** Asks before Escape or the close button lose what is typed. A second one of them returns to the form. */
function useDiscardQuestion(close: () => void) {
  const [isUnsaved, setIsUnsaved] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const origin = useRef<Element>(null);
  const setUnsaved = useCallback((isOn: boolean) => {
    setIsUnsaved(isOn);
    if (!isOn) setIsAsking(false);
  }, []);
  const keep = () => {
    setIsAsking(false);
    if (origin.current instanceof HTMLElement) origin.current.focus();
  };
  const leave = () => {
    if (isAsking) return keep();
    if (!isUnsaved) return close();
    origin.current = document.activeElement;
    setIsAsking(true);
  };
  return { isAsking, setUnsaved, leave, keep };
}

/** What follows once the form is saved: a notification, what is shown is loaded again, and the dialog closes. */
export function useSaved(refreshed: (client: QueryClient) => Promise<unknown>, close: () => void) {
  const client = useQueryClient();
  const isThere = useIsThere();
  return async (text: string): Promise<void> => {
    notify({ text, severity: 'info' });
    await refreshed(client);
    // the dialog may have been closed meanwhile, and closing it leads to another address
    if (isThere()) close();
  };
}
