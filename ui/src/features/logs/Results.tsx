import { Link } from '@tanstack/react-router';
import type { LogMatch } from '@/generated/api';
import type { LogFile } from '@/generated/types';
import { parseSearch } from '@/shell/paths';
import { texts } from '@/texts/logs';
import { lineTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { Marked } from '@/ui/Marked';
import { Notice } from '@/ui/Notice';
import { Wait } from '@/ui/Wait';
import { addressOf } from './address';
import { showControlCharacters } from './lines';
import css from './logs.module.css';
import { partsOf } from './parts';
import type { WholeLog } from './useWholeLog';

interface ResultsProps {
  file: LogFile;
  whole: WholeLog;
  words: readonly string[];
  /** What is searched for, as a text. */
  what: string;
  /** Searches for everything again. */
  reset: () => void;
}

/** The newest lines of the whole log that match, each with a link to it. */
export function Results({ file, whole, words, what, reset }: ResultsProps) {
  const { result, isFailed, isPending, refresh } = whole;
  if (isFailed)
    return (
      <Notice kind="bad">
        {texts.whole.failed}{' '}
        <Button size="compact-sm" variant="default" onClick={refresh}>
          {texts.retry}
        </Button>
      </Notice>
    );
  if (!result) return <Wait>{texts.whole.searching}</Wait>;
  const { matches, found, is_complete, searched_bytes, total_bytes } = result;
  const share = Math.floor((100 * searched_bytes) / Math.max(1, total_bytes));
  return (
    <>
      {!is_complete && <Notice kind="slow">{texts.whole.partial({ share })}</Notice>}
      {matches.length === 0 ? (
        <NoMatches what={what} isPending={isPending} reset={reset} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <section className={css.log} aria-label={texts.whole.matches} aria-busy={isPending} tabIndex={0}>
          <table className={css.results} dir="ltr">
            <thead>
              <tr>
                <th scope="col">{texts.column.time}</th>
                <th scope="col">{texts.column.level}</th>
                <th scope="col">{texts.column.source}</th>
                <th scope="col">{texts.column.message}</th>
              </tr>
            </thead>
            <tbody>
              {matches.map(match => (
                <Row key={`${match.generation} ${match.offset}`} match={match} file={file} words={words} />
              ))}
            </tbody>
          </table>
          {found > matches.length && (
            <p className={css.rest}>{texts.whole.newest({ count: matches.length })}</p>
          )}
        </section>
      )}
    </>
  );
}

function Row({ match, file, words }: { match: LogMatch; file: LogFile; words: readonly string[] }) {
  const parts = partsOf(match.text);
  const message = showControlCharacters(parts?.message ?? match.text);
  const to = addressOf(file, { size: match.offset, generation: match.generation });
  const [path = '', search = ''] = to.split('?');
  return (
    <tr data-level={match.level}>
      <td>
        <Link to={path} search={parseSearch(search)} title={texts.openLine}>
          {match.at ? <time dateTime={match.at}>{lineTime(match.at)}</time> : texts.openLine}
        </Link>
      </td>
      <td>{parts?.level}</td>
      <td>{parts && showControlCharacters(parts.source)}</td>
      <td>
        <Marked words={words}>{message}</Marked>
      </td>
    </tr>
  );
}

interface NoMatchesProps {
  what: string;
  isPending: boolean;
  reset: () => void;
}

/** Nothing is found: what was searched for, and the way out. */
export function NoMatches({ what, isPending, reset }: NoMatchesProps) {
  return (
    <div className={css.nothing} aria-busy={isPending}>
      <h2>{texts.noMatches.title}</h2>
      <p className="wb-muted">
        <bdi>{what}</bdi>
      </p>
      <Button size="sm" variant="default" onClick={reset}>
        {texts.noMatches.reset}
      </Button>
    </div>
  );
}
