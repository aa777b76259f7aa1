import { useLayoutEffect, useRef, useState } from 'react';

const INVALID =
  ':is(input, textarea, select, button)[aria-invalid="true"], [data-invalid] :is(input, button)';

/**
 * Moves the focus to the first invalid field of a form. It is moved by an effect: in a later frame alone, a slow page
 * may not have marked the field yet.
 */
export function useProblemFocus() {
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useLayoutEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>(INVALID)?.focus();
  }, [attempts]);
  /** To be called after the problems were set: they are on the page when the focus is moved. */
  return { form, focusProblem: () => setAttempts(before => before + 1) };
}
