import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

interface OpenAtOnce {
  target: RefObject<HTMLButtonElement | null>;
  opened: boolean;
  setOpened: (opened: boolean) => void;
  /** For the button: it gets the key events until the menu has taken the focus. */
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * For a menu whose part is loaded when its button is pressed: it is open at once, and its button takes the place of the
 * one that was pressed. That one is gone, so the one in its place has the focus back when the menu closes.
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
