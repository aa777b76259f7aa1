import '@mantine/core/styles/CloseButton.layer.css';
import { Button, CloseButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Change } from '@/generated/api';
import { type Keys, subjectOf } from '@/shell/acts/subject';
import { texts } from '@/texts/activity';
import { fullTime, recordTime } from '@/texts/time';
import { CopyButton } from '@/ui/CopyButton';
import { Json } from '@/ui/Json';
import css from './activity.module.css';
import { type Reference, referenceIn } from './references';
import { isDrawn, StateChart } from './StateChart';

interface RecordDetailProps {
  record: Change;
  tab: string | undefined;
  /** The keys of the repositories that records are about, where any is. */
  repositories?: Keys;
  /** Whether a record that another one names can be opened here. */
  isKnown: (reference: Reference) => boolean;
  open: (reference: Reference) => void;
  /** Null where something around it has a head and a way out already. */
  close: (() => void) | null;
}

/** One record in full: its transition, guards, calls, and the raw line. */
export function RecordDetail(props: RecordDetailProps) {
  const { record, close } = props;
  const step = record.refused ? null : { from: record.from, to: record.to };
  return (
    <section className={css.detail} aria-label={texts.record.title(record)}>
      {close && (
        <header className={css.panelHead}>
          <h2>
            {texts.record.title(record)} <span className="wb-muted wb-mono">{recordTime(record.at)}</span>
          </h2>
          <CloseButton size="md" aria-label={texts.record.close} onClick={close} />
        </header>
      )}
      <div className={css.detailBody}>
        <p className={`${css.sentence} wb-mono`}>
          <strong>{record.machine}</strong> · {record.event.type}
        </p>
        {isDrawn(record.machine) && <StateChart machine={record.machine} current={record.to} last={step} />}
        <Facts {...props} />
        <div className={css.jsonHead}>
          <h3>{texts.record.json}</h3>
          <CopyButton value={JSON.stringify(record, null, 2)}>{texts.record.copy}</CopyButton>
        </div>
        <Json value={record} label={texts.record.json} />
      </div>
    </section>
  );
}

function Facts({ record, tab, repositories, isKnown, open }: Omit<RecordDetailProps, 'close'>) {
  const subject = subjectOf(record, repositories ?? {});
  const cause = record.cause && referenceIn(record, record.cause.record);
  return (
    <dl className={css.facts}>
      {subject && (
        <Fact name={texts.record.subject}>
          <Link to={subject.address}>{subject.path}</Link>
        </Fact>
      )}
      {record.refused && (
        <Fact name={texts.record.refusal}>
          <span className={css.bad}>{record.refused.code}</span>{' '}
          {Object.entries(record.refused.args ?? {}).map(([name, value]) => `${name}=${value} `)}
        </Fact>
      )}
      <Fact name={texts.record.cause}>
        {cause && isKnown(cause) ? (
          <Button variant="transparent" size="compact-sm" px={0} onClick={() => open(cause)}>
            {texts.record.causeLink({ record: `#${cause.seq}` })}
          </Button>
        ) : (
          <span className="wb-muted">
            {record.cause ? texts.record.causeLink(record.cause) : texts.record.none}
          </span>
        )}
      </Fact>
      {record.guards.length > 0 && <Fact name={texts.record.guards}>{record.guards.join(', ')}</Fact>}
      {record.calls.length > 0 && (
        <Fact name={texts.record.calls}>{record.calls.map(call => call.call).join(', ')}</Fact>
      )}
      <Fact name={texts.record.when}>{fullTime(record.at)}</Fact>
      <Fact name={texts.record.who}>{record.who}</Fact>
      <Fact name={texts.record.tab}>
        {record.tab === null
          ? texts.activity.wholeSession
          : record.tab === tab
            ? texts.activity.thisTab
            : texts.activity.otherTab}
      </Fact>
      <Fact name={texts.record.version}>{record.instance}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="wb-mono">{children}</dd>
    </div>
  );
}
