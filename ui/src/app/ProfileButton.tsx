import { UnstyledButton } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import type { ComponentProps } from 'react';
import { texts } from '@/lib/texts';
import css from './ProfileMenu.module.css';

interface ProfileButtonProps extends ComponentProps<typeof UnstyledButton<'button'>> {
  /** The name of who is signed in. */
  shown: string;
}

/** What opens the menu of the account. */
export function ProfileButton({ shown, ...rest }: ProfileButtonProps) {
  return (
    <UnstyledButton {...rest} className={css.target}>
      <span className="wb-hidden">{texts.profile.label}:</span>
      <span className={css.initial} aria-hidden="true">
        {shown.slice(0, 1).toUpperCase()}
      </span>
      <span className={css.name}>{shown}</span>
      <IconChevronDown size={14} stroke={1.8} aria-hidden="true" />
    </UnstyledButton>
  );
}
