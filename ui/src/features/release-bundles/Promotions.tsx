import { useId } from 'react';
import type { ReleaseBundleDetails } from '@/generated/api';
import { texts } from '@/texts/releaseBundles';
import { dayTime } from '@/texts/time';
import { StatusPill } from '@/ui/StatusPill';
import { actorName } from './bundles';
import { failureOf, outcomeText, toneOf } from './outcomes';
import css from './release-bundles.module.css';

/** The promotions of a bundle, the newest first. */
export function Promotions({ details: { promotions, names } }: { details: ReleaseBundleDetails }) {
  const heading = useId();
  if (promotions.length === 0) return null;
  return (
    <div>
      <h3 id={heading} className={css.heading}>
        {texts.promotions}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys */}
      <section className={css.scroll} tabIndex={0} aria-labelledby={heading}>
        <table className={css.promotions} aria-labelledby={heading}>
          <thead>
            <tr>
              <th scope="col">{texts.promote.environment}</th>
              <th scope="col">{texts.promotion.status}</th>
              <th scope="col">{texts.promotion.repositories}</th>
              <th scope="col">{texts.promotion.at}</th>
              <th scope="col">{texts.promotion.by}</th>
            </tr>
          </thead>
          <tbody>
            {promotions.map(({ environment, repositories, at, by, outcome }) => {
              const why = failureOf(outcome);
              return (
                <tr key={`${at} ${environment}`}>
                  <th scope="row">
                    <bdi>{environment}</bdi>
                  </th>
                  <td>
                    <StatusPill tone={toneOf(outcome)}>{outcomeText(outcome)}</StatusPill>
                    {why && <p className={css.why}>{texts.promotion.why[why]}</p>}
                  </td>
                  <td dir="ltr">{repositories.join(', ')}</td>
                  <td>{dayTime(at)}</td>
                  <td>
                    <bdi>{actorName(by, names)}</bdi>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </div>
  );
}
