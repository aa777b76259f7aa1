import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useAtom } from '@xstate/store-react';
import { useMachine } from '@/engine/useMachine';
import { useDraft } from '@/lib/drafts';
import { recovery } from '@/lib/recoveryCodes';
import { texts } from '@/texts/auth';
import { RecoveryCodes } from '@/ui/RecoveryCodes';

/** The recovery codes, shown once. It closes only when the user confirms that they are saved. */
export function RecoveryDialog() {
  const { codes } = useAtom(recovery);
  const mfa = useMachine('mfa');
  useDraft(codes.length > 0);
  const saved = () => {
    if (mfa.can('codes_saved')) void mfa.send({ type: 'codes_saved' });
    recovery.set({ codes: [], asking: false });
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={texts.enrol.codesTitle}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <RecoveryCodes codes={codes} leaving={mfa.pending} saved={saved} />
    </Modal>
  );
}
