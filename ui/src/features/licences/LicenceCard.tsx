import { useId } from 'react';
import type { Licences } from '@/generated/api';
import { texts } from '@/texts/licences';
import { texts as types } from '@/texts/licenceTypes';
import { dayTime } from '@/texts/time';
import { ConfirmButton } from '@/ui/ConfirmButton';
import cards from '@/ui/cards.module.css';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import { actorText } from './licence';
import css from './licences.module.css';

interface LicenceCardProps {
  licences: Licences;
  removing: boolean;
  remove: () => void;
}

/** The effective licence, its features, and the button that removes it. */
export function LicenceCard({ licences: { standing, names }, removing, remove }: LicenceCardProps) {
  const { installed, licence } = standing;
  const heading = useId();
  const entitlements: readonly string[] = standing.entitlements;
  const opened = Object.entries(texts.opens).filter(([name]) => entitlements.includes(name));
  return (
    <section className={cards.card} aria-labelledby={heading} data-licence={licence}>
      <h2 id={heading} className={css.name}>
        {types.name[licence]}
        {licence !== 'NONE' && <span className={css.level}>{types.level({ level: standing.level })}</span>}
      </h2>
      {installed?.ended && installed.valid_until && (
        <Notice kind="bad">
          <strong>{texts.current.ended({ moment: dayTime(installed.valid_until) })}</strong>{' '}
          {texts.current.endedText}
        </Notice>
      )}
      {licence === 'NONE' && !installed && <p className={cards.text}>{texts.current.noneText}</p>}
      {installed ? (
        <Facts>
          {installed.ended && <Fact name={texts.current.title}>{types.name[installed.licence]}</Fact>}
          <Fact name={texts.current.holder}>
            <bdi>{installed.holder ?? texts.current.unnamed}</bdi>
          </Fact>
          <Fact name={texts.current.until}>
            {installed.valid_until ? dayTime(installed.valid_until) : texts.current.forEver}
          </Fact>
          <Fact name={texts.current.installed}>
            {dayTime(installed.installed_at)} {actorText(installed.installed_by, names)}
          </Fact>
        </Facts>
      ) : (
        licence !== 'NONE' && <p className={cards.text}>{texts.current.configured}</p>
      )}
      {opened.length > 0 && (
        <>
          <h3 className={css.opens}>{texts.current.opens}</h3>
          <ul className={css.list}>
            {opened.map(([name, text]) => (
              <li key={name}>{text}</li>
            ))}
          </ul>
        </>
      )}
      {installed && (
        <div className={css.remove}>
          <ConfirmButton words={texts.remove} busy={removing} confirm={remove}>
            {standing.configured === 'NONE'
              ? texts.remove.none
              : texts.remove.back({ licence: types.name[standing.configured] })}
          </ConfirmButton>
        </div>
      )}
    </section>
  );
}
