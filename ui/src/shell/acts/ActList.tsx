import IconArrowForward from '@tabler/icons-react/dist/esm/icons/IconArrowForward.mjs';
import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs';
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconServer from '@tabler/icons-react/dist/esm/icons/IconServer.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import { texts } from '@/texts/acts';
import { clockTime, dayName, fullTime } from '@/texts/time';
import css from './ActList.module.css';
import { ActWords } from './ActWords';
import { type Act, daysOf } from './groups';
import type { ActKind } from './sentences';

interface ActListProps {
  acts: readonly Act[];
  /** The level of the headings of days. */
  level: 2 | 3;
  /** Opens an act's record; without it the list is only read. */
  open?: ((act: Act) => void) | undefined;
  /** The id of the open act. */
  opened?: string | null;
}

/** Acts as sentences, by day, the newest first. */
export function ActList({ acts, level, open, opened }: ActListProps) {
  const Heading = `h${level}` as const;
  return daysOf(acts).map(day => (
    <section key={day.start} className={css.day} aria-label={nameOfDay(day.start)}>
      <Heading className={css.date}>{nameOfDay(day.start)}</Heading>
      <ol className={css.list}>
        {day.acts.map(act => (
          <li key={act.id}>
            {open ? (
              <button
                type="button"
                className={css.act}
                aria-pressed={act.id === opened}
                onClick={() => open(act)}
              >
                <Line act={act} />
              </button>
            ) : (
              <div className={css.act}>
                <Line act={act} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  ));
}

function Line({ act: { record, sentence, times, address } }: { act: Act }) {
  const Icon = sentence ? (sentence.refused ? IconBan : icons[sentence.kind]) : IconSettings;
  return (
    <>
      <time className={css.time} dateTime={record.at} title={fullTime(record.at)}>
        {clockTime(record.at)}
      </time>
      <Icon
        className={css.icon}
        data-refused={sentence?.refused || undefined}
        size={16}
        stroke={1.7}
        aria-hidden="true"
      />
      <span className={css.sentence}>
        <ActWords record={record} sentence={sentence} />
        {times > 1 && (
          <>
            {' '}
            <span className={css.times}>{texts.list.times({ count: times })}</span>
          </>
        )}
      </span>
      {address && <span className={css.address}>{texts.list.from({ address })}</span>}
    </>
  );
}

const icons = {
  signIn: IconKey,
  page: IconArrowForward,
  change: IconPencil,
  reading: IconFileText,
  server: IconServer,
} satisfies Record<ActKind, unknown>;

const DAY_MS = 24 * 60 * 60 * 1_000;

function nameOfDay(start: number): string {
  const today = new Date().setHours(0, 0, 0, 0);
  if (start === today) return texts.list.today;
  // a day of the change to summer time has 23 or 25 hours
  if (Math.round((today - start) / DAY_MS) === 1) return texts.list.yesterday;
  return dayName(new Date(start).toISOString());
}
