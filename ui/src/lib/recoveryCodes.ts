import { createAtom } from '@xstate/store';

/**
 * The recovery codes of an enrolment that this page has just made. They are in no storage and come only once, so
 * they stay here, above every page, until the user says that they are saved.
 */
export const recovery = createAtom<{ codes: readonly string[]; asking: boolean }>({
  codes: [],
  asking: false,
});
