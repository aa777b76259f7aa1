import { useAtom } from '@xstate/store-react';
import { useId, useRef } from 'react';
import { texts } from '@/texts/common';
import { language, languages } from '@/texts/i18n/languages';
import css from './LanguageSelect.module.css';
import { choose, useFocusAfterChoice } from './languageChoice';

/** The language of the page. Each has the name that its readers know it by. */
export function LanguageSelect() {
  const shown = useAtom(language);
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  useFocusAfterChoice(select);
  return (
    <>
      <label className="wb-hidden" htmlFor={id}>
        {texts.language}
      </label>
      <select
        ref={select}
        id={id}
        className={css.select}
        value={shown}
        onChange={event => choose(event.currentTarget.value)}
      >
        {Object.entries(languages).map(([name, { own }]) => (
          <option key={name} value={name} lang={name}>
            {own}
          </option>
        ))}
      </select>
    </>
  );
}
