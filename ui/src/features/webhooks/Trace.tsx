import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import type { ActsPage, Change, WebhookDeliveryAttempt } from '@/generated/api';
import * as calls from '@/generated/calls';
import { ActWords } from '@/shell/acts/ActWords';
import { actorOf, piecesOf } from '@/shell/acts/people';
import { sentenceOf } from '@/shell/acts/sentences';
import { subjectOf } from '@/shell/acts/subject';
import { failureText } from '@/shell/answers';
import { pathnameOf } from '@/shell/paths';
import { fullTime } from '@/texts/time';
import { texts } from '@/texts/webhooks';
import { Button } from '@/ui/Button';
import { CopyButton } from '@/ui/CopyButton';
import { Notice } from '@/ui/Notice';
import { Wait } from '@/ui/Wait';
import { statusText } from './names';
import css from './webhooks.module.css';

/** The header in which the receiver gets the trace. */
const HEADER = 'traceparent';

interface TraceProps {
  trace: string;
  /** When the event has happened. */
  at: string;
  /** The newest first. */
  attempts: readonly WebhookDeliveryAttempt[];
}

/** What has caused a delivery: from the click of a user to the receiver. */
export function Trace({ trace, at, attempts }: TraceProps) {
  const { api } = useEngine();
  // each reading is recorded, so nothing but the reader repeats it
  const loaded = useQuery({
    queryKey: ['trace', trace, at],
    queryFn: () => calls.getAuditTrace(api, { trace, at }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section aria-labelledby="delivery-trace">
      <h3 className={css.heading} id="delivery-trace">
        {texts.trace.title}
      </h3>
      <p className={css.address}>
        <code dir="ltr">{trace}</code>
      </p>
      <p className={css.text}>{texts.trace.text({ header: HEADER })}</p>
      <div className={css.copy}>
        <CopyButton value={trace}>{texts.trace.copy}</CopyButton>
      </div>
      {loaded.isFetching && <Wait>{texts.trace.loading}</Wait>}
      {loaded.error && !loaded.isFetching && (
        <Failure error={loaded.error} retry={() => void loaded.refetch()} />
      )}
      {loaded.data?.records.length === 0 && <p className={css.text}>{texts.trace.empty}</p>}
      {loaded.data && loaded.data.records.length > 0 && <Course page={loaded.data} attempts={attempts} />}
    </section>
  );
}

function Failure({ error, retry }: { error: Error; retry: () => void }) {
  if (error instanceof ApiError && error.status === 403)
    return <Notice kind="info">{texts.trace.auditors}</Notice>;
  return (
    <Notice kind="bad">
      {failureText(error, texts.trace.failed)}{' '}
      <Button size="compact-sm" variant="default" onClick={retry}>
        {texts.retry}
      </Button>
    </Notice>
  );
}

/** Records and attempts in the order in which they came about. */
function Course({ page, attempts }: { page: ActsPage; attempts: readonly WebhookDeliveryAttempt[] }) {
  return (
    <ol className={css.course} aria-label={texts.trace.records}>
      {[...page.records].reverse().map(record => (
        <Step
          key={`${record.stream}#${record.seq}`}
          at={record.at}
          by={piecesOf(actorOf(page.names, record))
            .map(piece => piece.text)
            .join('')}
          link={<Place record={record} page={page} />}
        >
          <ActWords record={record} sentence={sentenceOf(record, page.names)} />
        </Step>
      ))}
      {[...attempts].reverse().map(attempt => (
        <Step key={attempt.at} at={attempt.at} by={statusText(attempt)}>
          {texts.trace.sent}
        </Step>
      ))}
    </ol>
  );
}

interface StepProps {
  at: string;
  /** Who did it, or what came of it. */
  by: string;
  /** The page where it is seen. */
  link?: ReactNode;
  children: ReactNode;
}

function Step({ at, by, link, children }: StepProps) {
  return (
    <li className={css.step}>
      <span>{children}</span>
      <p className={css.by}>
        <time dateTime={at}>{fullTime(at)}</time>
        <bdi>{by}</bdi>
        {link}
      </p>
    </li>
  );
}

/** The page where the subject of a record is seen, or what else its user has done. */
function Place({ record, page }: { record: Change; page: ActsPage }) {
  const subject = subjectOf(record, page.repositories);
  if (subject !== null)
    return (
      <Link to={subject.address}>
        <bdi>{subject.path}</bdi>
      </Link>
    );
  if (!record.who.startsWith('p_')) return null;
  return (
    <Link to={pathnameOf('sessionActivity')} search={{ user: record.who }}>
      {texts.trace.activity}
    </Link>
  );
}
