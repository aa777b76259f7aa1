import type { Change } from '@/generated/api';
import { texts } from '@/texts/activity';
import { recordTime } from '@/texts/time';
import css from './RecordList.module.css';

interface RecordRowProps {
  record: Change;
  tab: string | undefined;
  selected: boolean;
  top: number;
  height: number;
  position: number;
  count: number;
  id: string;
  select: (seq: number) => void;
}

export function RecordRow({
  record,
  tab,
  selected,
  top,
  height,
  position,
  count,
  id,
  select,
}: RecordRowProps) {
  return (
    // the list itself handles the keys
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-posinset={position}
      aria-setsize={count}
      className={css.row}
      data-refused={record.refused ? true : undefined}
      style={{ top, height }}
      onClick={() => select(record.seq)}
    >
      <span className={css.time}>{recordTime(record.at)}</span>
      <span className={css.seq}>#{record.seq}</span>
      <span className={css.machine}>{record.machine}</span>
      <span className={css.event}>{record.event.type}</span>
      <span className={css.step}>
        <StepText record={record} />
      </span>
      <span className={css.flags}>
        {record.guards.length > 0 && (
          <span className={css.flag} title={`${texts.activity.guards}: ${record.guards.join(', ')}`}>
            {record.guards.length === 1
              ? record.guards[0]
              : texts.activity.guardCount({ count: record.guards.length })}
          </span>
        )}
        {record.tab !== null && (
          <span className={css.tab} data-mine={record.tab === tab || undefined}>
            {record.tab === tab ? texts.activity.thisTab : texts.activity.otherTab}
          </span>
        )}
      </span>
    </div>
  );
}

function StepText({ record }: { record: Change }) {
  if (record.refused)
    return (
      <>
        <span className={css.refused}>{texts.activity.refused}</span> <span>{record.refused.code}</span>
      </>
    );
  if (record.to === record.from)
    return (
      <span className="wb-muted">
        {texts.activity.stays} {record.from}
      </span>
    );
  return (
    <>
      <span className="wb-muted">{record.from}</span>
      <span className={css.arrow}> → </span>
      {record.to}
    </>
  );
}
