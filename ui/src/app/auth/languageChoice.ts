import { useEffect } from 'react';
import { notifyErrorMs } from '@/generated/constants';
import { texts } from '@/texts/common';
import { chooseLanguage, isLanguage } from '@/texts/i18n/languages';
import { noticeText } from '@/texts/noticeText';
import { notify } from '@/ui/notify';

/** Set while a choice draws the page anew: what was chosen in takes the focus again. */
let chosenHere = false;

export function choose(name: string): void {
  if (!isLanguage(name)) return;
  chosenHere = true;
  chooseLanguage(name).catch(() => {
    chosenHere = false;
    notify({ text: noticeText('network', '', texts.failed), durationMs: notifyErrorMs, bad: true });
  });
}

/** Gives the focus to what stands where a language has just been chosen. */
export function useFocusAfterChoice(control: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    if (!chosenHere) return;
    chosenHere = false;
    control.current?.focus();
  }, [control]);
}
