import { Link } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { LogFile } from '@/generated/types';
import { parseSearch } from '@/shell/paths';
import { texts } from '@/texts/logs';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { Wait } from '@/ui/Wait';
import { addressOf, type Place } from './address';
import { copyLinkTo } from './copyLink';
import { LogLines } from './LogLines';
import css from './logs.module.css';
import { Tail } from './tail';

interface ExcerptProps {
  file: LogFile;
  place: Place;
  wrap: boolean;
  columns: boolean;
}

/** The lines around the one that the address names. Nothing is added to them unless it is asked for. */
export function Excerpt({ file, place, wrap, columns }: ExcerptProps) {
  const { api } = useEngine();
  const { size, generation } = place;
  const { service, node, id } = file;
  const [tail] = useState(() => new Tail(api, { service, node, id }, { size, generation }));
  useSyncExternalStore(tail.subscribe, tail.version);
  useEffect(() => {
    void tail.refresh().then(() => tail.loadEarlier());
  }, [tail]);
  const isGone = tail.isLoaded && tail.isMisplaced;
  const [path = '', search = ''] = addressOf(file).split('?');
  return (
    <>
      <p className={css.excerpt}>
        {texts.excerpt.lead}{' '}
        <Link to={path} search={parseSearch(search)}>
          {texts.excerpt.back}
        </Link>
      </p>
      {tail.failure && <Notice kind="bad">{tail.failure.message || texts.failed}</Notice>}
      {isGone && <Notice kind="bad">{texts.excerpt.gone}</Notice>}
      {!tail.isLoaded && !tail.failure && <Wait>{texts.loading}</Wait>}
      {!isGone && tail.isLoaded && (
        <>
          <LogLines
            tail={tail}
            chosen={null}
            words={[]}
            current={tail.lines.prepended}
            wrap={wrap}
            columns={columns}
            follow={false}
            setFollow={() => undefined}
            loadEarlier={() => void tail.loadEarlier()}
            copyLink={to => copyLinkTo(file, to)}
            label={texts.label({ file: id })}
          />
          <Button size="compact-sm" variant="default" onClick={() => void tail.loadLater()}>
            {texts.excerpt.later}
          </Button>
        </>
      )}
    </>
  );
}
