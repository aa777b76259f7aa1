import { type ButtonProps, Button as MantineButton } from '@mantine/core';
import { type ComponentPropsWithRef, createElement, type MouseEvent } from 'react';

type Props = ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>;

/** The element itself is never disabled: the browser would take the focus away from it, to nowhere. */
const renderFocusable = ({ disabled: _, ...props }: Record<string, unknown>) =>
  createElement('button', { type: 'button', ...props });

/**
 * A button that may be busy or disabled for a short time. Meanwhile it does nothing, says so by `aria-disabled`, and keeps
 * the focus. Buttons that are never disabled are Mantine's own.
 */
export function Button({ loading = false, disabled = false, onClick, ...others }: Props) {
  const idle = loading || disabled;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // also for Enter in a field of its form, which presses it
    if (idle) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <MantineButton
      {...others}
      loading={loading}
      disabled={disabled}
      aria-disabled={idle || undefined}
      renderRoot={renderFocusable}
      onClick={press}
    />
  );
}
