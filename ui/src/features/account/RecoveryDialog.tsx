import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useAtom } from '@xstate/store-react';
import { useEffect, useState } from 'react';
import { useMachine } from '@/engine/useMachine';
import { useDraft } from '@/lib/drafts';
import { codesLost, recovery, settleCodes } from '@/lib/recoveryCodes';
import { pathnameOf } from '@/shell/paths';
import { texts } from '@/texts/auth';
import { LostRecoveryCodes, RecoveryCodes } from '@/ui/RecoveryCodes';

/** The recovery codes, shown once. It closes only when the user confirms that they are saved. */
export function RecoveryDialog() {
  const { codes } = useAtom(recovery);
  const lost = useAtom(codesLost) && codes.length === 0;
  const mfa = useMachine('mfa');
  const router = useRouter();
  const [copied, setCopied] = useState(false);
  useDraft(codes.length > 0);
  useWarningBeforeLeaving(codes.length > 0 && !copied);
  const hasCopy = () => {
    setCopied(true);
    settleCodes();
  };
  const saved = () => {
    if (mfa.can('codes_saved')) void mfa.send({ type: 'codes_saved' });
    recovery.set({ codes: [], asking: false });
    settleCodes();
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={lost ? texts.enrol.codesLostTitle : texts.enrol.codesTitle}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      {codes.length > 0 ? (
        <RecoveryCodes codes={codes} leaving={mfa.pending} hasCopy={hasCopy} saved={saved} />
      ) : (
        <LostRecoveryCodes
          text={lost ? texts.enrol.codesLost : texts.enrol.codesGone}
          leaving={mfa.pending}
          goOn={saved}
          renew={() => {
            saved();
            void router.navigate({ to: pathnameOf('userProfile') });
          }}
        />
      )}
    </Modal>
  );
}

/** Has the browser ask before the page is left or loaded again. */
function useWarningBeforeLeaving(needed: boolean): void {
  useEffect(() => {
    if (!needed) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [needed]);
}
