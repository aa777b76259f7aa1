import { createAtom } from '@xstate/store';
import { tabStorage } from './storage';

/**
 * The recovery codes of an enrolment or a renewal that this page has just made. They are in no storage and come only
 * once, so they stay here, above every page, until the user says that they are saved.
 */
export const recovery = createAtom<{ codes: readonly string[]; asking: boolean }>({
  codes: [],
  asking: false,
});

const UNSAVED = 'waybill.codes-unsaved';

/** Codes showed in this tab, and the page was loaded again before they were saved. */
export const codesLost = createAtom(tabStorage.read(UNSAVED) !== null);

/** Shows new codes. The tab keeps that there are some, and not which. */
export function showCodes(codes: readonly string[]): void {
  recovery.set({ codes, asking: false });
  tabStorage.write(UNSAVED, 'yes');
}

/** The user has a copy, or does without. */
export function settleCodes(): void {
  tabStorage.write(UNSAVED, null);
  codesLost.set(false);
}
