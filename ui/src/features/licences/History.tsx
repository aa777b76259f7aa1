import { useId } from 'react';
import { texts } from '@/texts/licences';
import { dayTime } from '@/texts/time';
import cards from '@/ui/cards.module.css';
import { actorName, type LicenceChange } from './licence';
import css from './licences.module.css';

function said({ event, licence, refused }: LicenceChange): string {
  if (event === 'remove') return texts.history.remove;
  const name = texts.name[licence ?? 'NONE'];
  return refused ? texts.history.refused({ licence: name }) : texts.history.install({ licence: name });
}

/** What happened to the licence, the newest first: the platform's own records. */
export function History({ history }: { history: readonly LicenceChange[] }) {
  const heading = useId();
  return (
    <section className={cards.card} aria-labelledby={heading}>
      <h2 id={heading}>{texts.history.title}</h2>
      <ol className={css.history}>
        {history.map(had => (
          <li key={had.seq} data-refused={had.refused || undefined}>
            <span>{said(had)}</span>
            <span className={css.meta}>
              <time dateTime={had.at}>{dayTime(had.at)}</time> {actorName(had.by)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
