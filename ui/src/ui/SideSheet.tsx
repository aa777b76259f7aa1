import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';

interface SideSheetProps {
  opened: boolean;
  close: () => void;
  title: string;
  closeLabel: string;
  from: 'left' | 'bottom';
  children: ReactNode;
}

/** A drawer over the page, for narrow screens. */
export function SideSheet({ opened, close, title, closeLabel, from, children }: SideSheetProps) {
  return (
    <Drawer
      opened={opened}
      onClose={close}
      title={title}
      position={from}
      size={from === 'left' ? 264 : '88%'}
      closeButtonProps={{ 'aria-label': closeLabel }}
    >
      {children}
    </Drawer>
  );
}
