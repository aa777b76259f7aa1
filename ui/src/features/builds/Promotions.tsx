import type { BuildDetails } from '@/generated/api';
import { texts } from '@/texts/builds';
import { fullTime } from '@/texts/time';
import { Fact, Facts } from '@/ui/Facts';
import css from './builds.module.css';
import { nameOf } from './columns';

interface PromotionsProps {
  details: Pick<BuildDetails, 'promotions' | 'names'>;
}

/** The promotions of a run, the newest first. */
export function Promotions({ details: { promotions, names } }: PromotionsProps) {
  if (promotions.length === 0) return null;
  return (
    <section aria-label={texts.promotions}>
      <h2 className={css.heading}>{texts.promotions}</h2>
      <ul className={css.promotions} aria-label={texts.promotions}>
        {[...promotions].reverse().map(({ status, comment, repository, by, at }) => (
          <li key={`${at} ${status} ${repository}`}>
            <Facts>
              {status !== '' && (
                <Fact name={texts.promotion.status}>
                  <bdi>{status}</bdi>
                </Fact>
              )}
              {repository !== null && (
                <Fact name={texts.promotion.repository}>
                  <bdi>{repository}</bdi>
                </Fact>
              )}
              <Fact name={texts.promotion.at}>{fullTime(at)}</Fact>
              <Fact name={texts.promotion.by}>
                <bdi>{nameOf(by, names)}</bdi>
              </Fact>
              {comment !== '' && (
                <Fact name={texts.promotion.comment}>
                  <bdi className={css.comment}>{comment}</bdi>
                </Fact>
              )}
            </Facts>
          </li>
        ))}
      </ul>
    </section>
  );
}
