import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useEngine } from '@/engine/EngineContext';
import { type Account, calls } from '@/generated/api';
import { NewDeviceLink } from '@/shell/NewDeviceLink';
import { texts } from '@/texts/people';

/** What an administrator can do for a user here. */
export function UserDialog({ user, close }: { user: Account; close: () => void }) {
  const { api } = useEngine();
  const name = user.name ?? texts.users.erased;
  return (
    <Modal
      opened
      onClose={close}
      title={<bdi>{name}</bdi>}
      size="lg"
      closeButtonProps={{ 'aria-label': texts.users.close }}
    >
      {user.enabled ? (
        <NewDeviceLink
          text={texts.users.newDeviceText}
          make={() => calls.postAccessApiUiUsersPersonDeviceLink(api, user.person)}
        />
      ) : (
        <p className="wb-muted">{texts.users.newDeviceDisabled}</p>
      )}
    </Modal>
  );
}
