import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { pathnameOf } from '@/shell/paths';
import { texts } from '@/texts/repositories';
import css from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';

interface RepositoryCreatedDialogProps {
  /** The key of the new repository. */
  repository: string;
  close: () => void;
}

/** What can be done with a repository that was created from the account menu (NAV-20). */
export function RepositoryCreatedDialog({ repository, close }: RepositoryCreatedDialogProps) {
  return (
    <Modal
      opened
      onClose={close}
      title={texts.success.title({ name: repository })}
      size="md"
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <div className={css.form}>
        <p style={{ margin: 0 }}>{texts.success.text}</p>
        <p style={{ margin: 0 }}>
          <Link to={pathnameOf('admin.repositories')} search={{ repository }} onClick={close}>
            {texts.success.use}
          </Link>
        </p>
        <p style={{ margin: 0 }}>
          <Link to={pathnameOf('repos.tree', { path: repository })} onClick={close}>
            {texts.success.open}
          </Link>
        </p>
        <Button variant="default" onClick={close}>
          {texts.close}
        </Button>
      </div>
    </Modal>
  );
}
