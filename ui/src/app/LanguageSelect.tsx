import { useEffect, useId, useRef } from 'react';
import { notifyErrorMs } from '@/generated/constants';
import { useStore } from '@/lib/store';
import { noticeText, texts } from '@/lib/texts';
import { chooseLanguage, isLanguage, language, languages } from '@/texts/languages';
import { notify } from '@/ui/notify';
import css from './LanguageSelect.module.css';

/** Set while a choice draws the page anew: the new select takes the focus that the old one had. */
let chosenHere = false;

/** The language of the page. Each has the name that its readers know it by. */
export function LanguageSelect({ wide = false }: { wide?: boolean }) {
  const shown = useStore(language);
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (!chosenHere) return;
    chosenHere = false;
    select.current?.focus();
  }, []);
  const choose = (name: string) => {
    if (!isLanguage(name)) return;
    chosenHere = true;
    chooseLanguage(name).catch(() => {
      chosenHere = false;
      notify({ text: noticeText('network', '', texts.failed), durationMs: notifyErrorMs, bad: true });
    });
  };
  return (
    <>
      <label className="wb-hidden" htmlFor={id}>
        {texts.language}
      </label>
      <select
        ref={select}
        id={id}
        className={css.select}
        data-wide={wide || undefined}
        value={shown}
        onChange={event => choose(event.currentTarget.value)}
      >
        {Object.entries(languages).map(([name, own]) => (
          <option key={name} value={name} lang={name}>
            {own}
          </option>
        ))}
      </select>
    </>
  );
}
