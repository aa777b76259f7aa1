import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import type { MenuLack } from '@/generated/types';
import { texts } from '@/texts/advanced';
import css from './advanced.module.css';

/**
 * An item that cannot be opened, and why. It is a link without an address, reached by the keyboard like the others, for
 * a tooltip that only a mouse can open would hide the reason from all other users. Escape closes it (WCAG 1.4.13).
 */
export function Disabled({ lack, children }: { lack: MenuLack; children: ReactNode }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  const hide = () => setOpen(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    hide();
  };
  return (
    // the tooltip is inside, so that the pointer may hover over it
    <span className={css.around} onPointerEnter={show} onPointerLeave={hide}>
      {/* biome-ignore lint/a11y/useSemanticElements: an `a` without an address would be no link to assistive software */}
      <span
        role="link"
        className={css.item}
        aria-disabled="true"
        aria-describedby={id}
        tabIndex={0}
        onFocus={show}
        onBlur={hide}
        onKeyDown={onKeyDown}
      >
        {children}
      </span>
      <span role="tooltip" id={id} className={css.tooltip} data-open={open || undefined}>
        {texts.lack[lack]}
      </span>
    </span>
  );
}
