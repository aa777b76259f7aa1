import { useId } from 'react';
import type { LicenceChange, Licences } from '@/generated/api';
import { texts } from '@/texts/licences';
import { texts as types } from '@/texts/licenceTypes';
import { dayTime } from '@/texts/time';
import cards from '@/ui/cards.module.css';
import { actorText } from './licence';
import css from './licences.module.css';

function textOf({ event, licence, refused }: LicenceChange): string {
  if (event === 'remove') return texts.history.remove;
  const name = types.name[licence ?? 'NONE'];
  return refused !== null
    ? texts.history.refused({ licence: name })
    : texts.history.install({ licence: name });
}

/** What happened to the licence, the newest first: the platform's own records. */
export function History({ licences: { history, names } }: { licences: Licences }) {
  const heading = useId();
  return (
    <section className={cards.card} aria-labelledby={heading}>
      <h2 id={heading}>{texts.history.title}</h2>
      <ol className={css.history}>
        {history.map(change => (
          <li key={change.seq} data-refused={change.refused !== null || undefined}>
            <span>{textOf(change)}</span>
            <span className={css.meta}>
              <time dateTime={change.at}>{dayTime(change.at)}</time> {actorText(change.by, names)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
