import { CommandRefused } from '@/engine/outbox';
import { useMachine } from '@/engine/useMachine';
import type { View } from '@/generated/types';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/viewAs';
import { notify } from '@/ui/notify';

/** Begins and ends view-as. The frame then asks for the open page again, in every tab of the session. */
export function useView(): { look: (view: View) => Promise<boolean>; stop: () => void } {
  const startup = useMachine('startup');
  const send = async (event: { type: 'view_as'; view: View } | { type: 'view_as_myself' }) => {
    try {
      await startup.send(event);
      return true;
    } catch (error) {
      if (!(error instanceof CommandRefused)) throw error;
      notify({
        text: noticeText(error.code, error.message, texts.refused),
        severity: 'error',
      });
      return false;
    }
  };
  return {
    look: view => send({ type: 'view_as', view }),
    stop: () => void send({ type: 'view_as_myself' }),
  };
}
