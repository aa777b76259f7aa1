import { Link } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { useMachine } from '@/engine/useMachine';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/logs';
import { fullTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { PageTitle } from '@/ui/PageTitle';
import { Choices, Running } from './Controls';
import css from './logs.module.css';
import { Shown } from './Shown';
import type { Tail } from './tail';
import { Feed, useTail } from './useTail';
import { useViewer, type Viewing } from './useViewer';

/** The logs of the services, as they are written (LOGV-03). */
export function LogsPage() {
  const viewing = useViewer();
  const tail = useTail(viewing.file);
  const [push, setPush] = useState(true);
  const [isOpen, setOpen] = useState(false);
  const options = useId();
  useFetching(viewing, tail);
  const { machine, propose } = viewing;
  const isFed = push && tail?.isLoaded && isWatched(machine.state);
  const turn = (isLive: boolean) => {
    const cursor = tail?.cursor;
    if (isLive) propose({ type: 'feed' });
    else if (cursor) propose({ type: 'feed_lost', file_size: cursor.size, generation: cursor.generation });
  };
  return (
    <div className={css.page}>
      <div className={css.top}>
        <PageTitle>{titleOf('admin.monitoring.logs')}</PageTitle>
        <Button
          className={css.fold ?? ''}
          size="compact-sm"
          variant="default"
          aria-expanded={isOpen}
          aria-controls={options}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.options}
        </Button>
      </div>
      <Lead />
      <div className={css.options} id={options} data-open={isOpen || undefined}>
        <Choices viewing={viewing} />
        <Running
          viewing={viewing}
          push={push}
          setPush={setPush}
          mark={() => tail?.mark(texts.marked({ time: fullTime(new Date().toISOString()) }))}
        />
      </div>
      {isFed && tail && <Feed key={keyOf(tail)} tail={tail} turn={turn} />}
      <Shown viewing={viewing} tail={tail} />
    </div>
  );
}

/** A user who has paused and refreshes once does not follow the log. */
function isWatched(state: Viewing['machine']['state']): boolean {
  if (state?.state === 'refreshing') return state.after !== 'pause';
  return state?.state === 'counting' || state?.state === 'live';
}

const keyOf = ({ file: { service, node, id } }: Tail) => `${service} ${node} ${id}`;

function Lead() {
  const startup = useMachine('startup');
  const isCloud = startup.state?.state === 'ready' && startup.state.facts.installation.cloud;
  return (
    <p className={css.lead}>
      {texts.lead} {!isCloud && <Link to={pathnameOf('admin.support')}>{texts.supportZone}</Link>}
    </p>
  );
}

/** What the machine has read on, the page reads as well: its text is in no record. */
function useFetching({ view }: Viewing, tail: Tail | null): void {
  const read = view?.read;
  const known = read && `${read.file_size} ${read.generation} ${read.last_update_label}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one read of the machine's is one of the page's
  useEffect(() => {
    if (known && tail?.isLoaded) void tail.refresh();
  }, [known]);
}
