import { useState } from 'react';
import type { Submit } from '@/engine/useSubmit';
import { useDraft } from '@/lib/drafts';

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The values of a card's form, and how to change them. They begin again once other ones were saved, also by another
 * administrator. The form is not mounted again for that: it would lose the focus.
 */
export function useCardValues<Values extends object>(saved: Values, { clear }: Submit) {
  const [values, setValues] = useState(saved);
  const [seen, setSeen] = useState(saved);
  if (!isSame(seen, saved)) {
    setSeen(saved);
    setValues(saved);
    clear();
  }
  useDraft(!isSame(values, saved));
  const set = (changes: Partial<Values>) => {
    setValues(before => ({ ...before, ...changes }));
    clear();
  };
  return [values, set] as const;
}
