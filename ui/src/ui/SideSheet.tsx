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
  title: ReactNode;
  closeLabel: string;
  from: 'left' | 'right' | 'bottom';
  children: ReactNode;
}

const SIZES = { left: 264, right: 'min(680px, 100%)', bottom: '88%' };

/** A drawer over the page. */
export function SideSheet({ opened, close, title, closeLabel, from, children }: SideSheetProps) {
  return (
    <Drawer
      opened={opened}
      onClose={close}
      title={title}
      position={from}
      size={SIZES[from]}
      closeButtonProps={{ 'aria-label': closeLabel }}
    >
      {children}
    </Drawer>
  );
}
