import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Button, Modal } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useMachine } from '@/engine/useMachine';
import type { MenuItem, RouteName } from '@/generated/types';
import { labelOf } from '@/shell/menu/labels';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/coming';
import { find } from '@/texts/i18n/languages';

/** What works now and is nearest to what the entry will do. The pages that are not named here have nothing near. */
const nearest: Record<string, readonly RouteName[]> = {
  getting_started: ['quickSetup', 'sessionActivity'],
  cloud_subscription: ['sessionActivity'],
  quick_repository: ['admin.repositories.local.new', 'sessionActivity'],
  set_me_up: ['userProfile', 'sessionActivity'],
  documentation: ['sessionActivity'],
  learning_center: ['sessionActivity'],
};

interface ComingDialogProps {
  item: MenuItem;
  close: () => void;
}

/** Describes what the item of a later feature will do, and links to what works now. */
export function ComingDialog({ item, close }: ComingDialogProps) {
  const router = useRouter();
  const startup = useMachine('startup');
  const isAdmin = startup.state?.state === 'ready' && startup.state.facts.user.admin;
  const pages = (nearest[item.id] ?? ['sessionActivity']).filter(
    name => isAdmin || !name.startsWith('admin'),
  );
  return (
    <Modal opened onClose={close} returnFocus={false} title={labelOf(item)}>
      <p className="wb-muted" style={{ margin: '0 0 8px' }}>
        {texts.page.badge}
      </p>
      <p style={{ margin: '0 0 16px' }}>{find('coming', `entries.${item.id}`) ?? texts.entries.general}</p>
      <h3 style={{ margin: '0 0 8px', fontSize: 'var(--wb-size-s)' }}>{texts.page.now}</h3>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        {pages.map(name => (
          <Button
            key={name}
            size="sm"
            variant="default"
            onClick={() => {
              close();
              void router.navigate({ to: pathnameOf(name) });
            }}
          >
            {titleOf(name)}
          </Button>
        ))}
      </div>
    </Modal>
  );
}
