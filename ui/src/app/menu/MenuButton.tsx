import { UnstyledButton } from '@mantine/core';
import { type ComponentProps, type ComponentType, type ReactNode, type Ref, useState } from 'react';
import { loadChunk } from '@/lib/chunk';
import type { MenuEntry } from './entries';
import css from './MenuButton.module.css';

export interface MenuButtonProps {
  /** Names the button where its face is but a picture. */
  label?: string;
  face: ReactNode;
  /** A face of its own width, instead of a square around a picture. */
  wide?: boolean;
  entries: readonly MenuEntry[];
  /** The button as long as the menu has not been opened. */
  ref?: Ref<HTMLButtonElement>;
}

export interface MenuDropdownProps extends Omit<MenuButtonProps, 'ref'> {
  Face: typeof MenuFace;
}

// the menu places itself with a library that is larger than the rest of the frame
const load = () => loadChunk('menu', () => import('./MenuDropdown')).then(part => part.MenuDropdown);
/** Loads the menu on hover and focus, so that the click need not wait. If it fails now, the click tries again. */
const preload = () => void load().catch(() => undefined);

type FaceProps = Omit<MenuButtonProps, 'entries'> & Pick<ComponentProps<'button'>, 'onKeyDown'>;

/** What opens a menu. */
export function MenuFace({ label, face, wide = false, ...rest }: FaceProps) {
  return (
    <UnstyledButton
      {...rest}
      className={css.button}
      data-wide={wide || undefined}
      {...(label !== undefined && { 'aria-label': label, title: label })}
    >
      {face}
    </UnstyledButton>
  );
}

/** A button that opens a menu. The menu is loaded when it is first opened, and is open at once. */
export function MenuButton(props: MenuButtonProps) {
  const [Dropdown, setDropdown] = useState<ComponentType<MenuDropdownProps> | null>(null);
  const { entries, ref, ...face } = props;
  if (Dropdown) return <Dropdown {...face} entries={entries} Face={MenuFace} />;
  const closed = {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () =>
      void load().then(
        part => setDropdown(() => part),
        // if the menu cannot be loaded, the button stays as it is
        () => undefined,
      ),
  } as const;
  return <MenuFace ref={ref} {...face} {...closed} />;
}
