import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { ReleaseBundleDetails } from '@/generated/api';
import * as distributionCalls from '@/generated/distributionCalls';
import type { BundleDistribution } from '@/generated/types';
import { refusalText } from '@/shell/answers';
import { refresh } from '@/shell/refresh';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/distribution';
import { locale } from '@/texts/i18n/languages';
import { dayTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { notify } from '@/ui/notify';
import { StatusPill } from '@/ui/StatusPill';
import { actorName } from '../bundles';
import { statusKey } from '../queries';
import css from '../release-bundles.module.css';
import own from './distribution.module.css';
import { outcomeText, statusText, toneOf } from './outcomes';

interface DistributionTableProps {
  details: ReleaseBundleDetails;
  isAdmin: boolean;
  /** The id of what names the table. */
  heading: string;
  /** What gets the focus when a button in the table goes. */
  place: RefObject<HTMLElement | null>;
}

/** The distributions of a bundle with what came of them at each target. */
export function DistributionTable({ details, isAdmin, heading, place }: DistributionTableProps) {
  const { distributions, names } = details;
  const { status, targets, number, at, by } = texts.column;
  return (
    <table className={css.promotions} aria-labelledby={heading}>
      <thead>
        <tr>
          {[number, status, targets, at, by].map(label => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {distributions.map(one => (
          <tr key={one.number}>
            <th scope="row">{new Intl.NumberFormat(locale()).format(one.number)}</th>
            <td>
              <StatusPill tone={toneOf(one)}>{statusText(one)}</StatusPill>
              {one.status.status === 'aborted' && (
                <p className={css.why}>{texts.abortedBy({ name: actorName(one.status.by, names) })}</p>
              )}
              {isAdmin && one.status.status === 'started' && (
                <Abort bundle={details.release_bundle} of={one} place={place} />
              )}
            </td>
            <td>
              <Outcomes of={one} />
            </td>
            <td>{dayTime(one.at)}</td>
            <td>
              <bdi>{actorName(one.by, names)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What came of a distribution at each target. */
function Outcomes({ of: { kind, targets } }: { of: BundleDistribution }) {
  return (
    <ul className={own.outcomes}>
      {targets.map(({ target, outcome }) => (
        <li key={target}>
          <bdi className={own.target}>{target}</bdi>
          <p className={css.why}>{outcomeText(kind, outcome)}</p>
          {outcome.outcome === 'failed' && outcome.path && (
            <p className={css.why}>
              <code dir="ltr">{outcome.path}</code>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

interface AbortProps extends Pick<DistributionTableProps, 'place'> {
  bundle: ReleaseBundleDetails['release_bundle'];
  of: BundleDistribution;
}

/** Stops a distribution between two files, or a removal between two targets. */
function Abort({ bundle: { name, version }, of: { kind, number }, place }: AbortProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const { run, busy, error } = useSubmit();
  const button = useRef<HTMLButtonElement>(null);
  // it goes as soon as the distribution has ended, and the focus must not be lost with it
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element !== null && document.activeElement === element) place.current?.focus();
    };
  }, [place]);
  const abort = () =>
    void run(async () => {
      try {
        await distributionCalls.postReleaseBundlesNameVersionDistributionsNumberAbort(
          api,
          name,
          version,
          String(number),
        );
        const text = kind === 'remove' ? texts.removalAborted : texts.aborted;
        notify({ text: text({ name, version }), severity: 'info' });
      } finally {
        // also after an error: it may have ended meanwhile
        void refresh(client, statusKey(name, version));
      }
    });
  return (
    <div className={own.abort}>
      <Button
        ref={button}
        size="compact-sm"
        variant="default"
        loading={busy}
        aria-label={(kind === 'remove' ? texts.abortRemovalNamed : texts.abortNamed)({ number })}
        onClick={abort}
      >
        {texts.abort}
      </Button>
      {error && (
        <p className={css.problem} role="alert">
          {refusalText(error, shellTexts.failed)}
        </p>
      )}
    </div>
  );
}
