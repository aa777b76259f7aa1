import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

interface OpenAtOnce {
  target: RefObject<HTMLButtonElement | null>;
  opened: boolean;
  setOpened: (opened: boolean) => void;
  /** For the button: it gets the key events until the menu has taken the focus. */
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * For a menu that is loaded when its button is pressed: it is open at once, and its button replaces the one that was
 * pressed. So it is this button that gets the focus back when the menu closes.
 */
export function useOpenAtOnce(): OpenAtOnce {
  const target = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    target.current?.focus();
    setOpened(true);
  }, []);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') setOpened(false);
  };
  return { target, opened, setOpened, onKeyDown };
}
