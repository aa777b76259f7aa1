import { useEffect } from 'react';
import { texts } from '@/texts/common';
import { chooseLanguage, isLanguage } from '@/texts/i18n/languages';
import { noticeText } from '@/texts/noticeText';
import { notify } from '@/ui/notify';

/** Set while the page renders again in another language: the control that was used gets the focus back. */
let chosenHere = false;

export function choose(name: string): void {
  if (!isLanguage(name)) return;
  chosenHere = true;
  chooseLanguage(name).catch(() => {
    chosenHere = false;
    notify({ text: noticeText('network', '', texts.failed), severity: 'error' });
  });
}

/** Gives the focus back to the control in which a language has just been chosen. */
export function useFocusAfterChoice(control: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    if (!chosenHere) return;
    chosenHere = false;
    control.current?.focus();
  }, [control]);
}
