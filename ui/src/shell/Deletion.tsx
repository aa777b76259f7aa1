import type { ApiError } from '@/engine/api';
import { useSubmit } from '@/engine/useSubmit';
import { Confirmation } from '@/ui/ConfirmButton';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';

export interface DeletionProps {
  words: {
    /** The question. */
    title: string;
    yes: string;
    no: string;
    /** What deleting does. */
    text: string;
    /** What the notification says. */
    deleted: string;
  };
  remove: () => Promise<unknown>;
  /** Has what is shown loaded again. */
  refreshed: () => Promise<unknown>;
  /** The words for what the server refuses. */
  refusal: (error: ApiError) => string;
  close: () => void;
}

/** Asks before something is deleted, and deletes it. */
export function Deletion({ words, remove, refreshed, refusal, close }: DeletionProps) {
  const deletion = useSubmit();
  const confirm = () =>
    void deletion.run(async () => {
      await remove();
      notify({ text: words.deleted, severity: 'info' });
      await refreshed();
      close();
    });
  return (
    <>
      {deletion.error && <Notice kind="bad">{refusal(deletion.error)}</Notice>}
      <Confirmation words={words} busy={deletion.busy} confirm={confirm} keep={close}>
        {words.text}
      </Confirmation>
    </>
  );
}
