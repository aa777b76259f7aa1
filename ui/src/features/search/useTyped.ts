import { useState } from 'react';

/**
 * What is typed into the form of a search. It begins with what is searched for, and does so again when that changes:
 * the fields stay the same, so that none loses the focus.
 *
 * @param search a text that is another one for another search.
 */
export function useTyped<Typed>(
  search: string,
  searched: () => Typed,
): readonly [typed: Typed, type: (typed: Typed) => void] {
  const [typed, type] = useState(searched);
  const [shown, show] = useState(search);
  if (shown !== search) {
    show(search);
    type(searched());
  }
  return [typed, type];
}
