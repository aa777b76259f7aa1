import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import * as calls from '@/generated/calls';
import { PasswordForm } from '@/shell/PasswordForm';
import { texts as authTexts } from '@/texts/auth';
import { texts } from '@/texts/common';
import { Button } from '@/ui/Button';

/** Open while the password machine is in a state with a form: the server knows whether a change is under way. */
export function PasswordDialog() {
  const password = useMachine('password');
  const cancel = () => {
    if (password.can('cancel')) void password.send({ type: 'cancel' });
  };
  return (
    <Modal opened onClose={cancel} title={texts.profile.password} closeOnClickOutside={false}>
      <Step cancel={cancel} />
    </Modal>
  );
}

function Step({ cancel }: { cancel: () => void }) {
  const { api } = useEngine();
  const password = useMachine('password');
  const { data: user } = useQuery({
    queryKey: ['current', 'password'],
    queryFn: () => calls.getAuthCurrent(api),
  });
  const form = (changing: boolean) => (
    <PasswordForm user={user?.name ?? null} changing={changing}>
      <Button variant="default" size="md" onClick={cancel} disabled={changing || !password.can('cancel')}>
        {authTexts.password.cancel}
      </Button>
    </PasswordForm>
  );
  if (!password.state) return null;
  switch (password.state.state) {
    case 'required':
    case 'offered':
      return form(false);
    case 'changing':
      return form(true);
    case 'changed':
    case 'idle':
      // the frame does not show this dialog in these states
      return null;
  }
}
