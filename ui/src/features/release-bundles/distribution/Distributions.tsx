import { useId, useRef, useState } from 'react';
import type { ReleaseBundleDetails } from '@/generated/api';
import type { DistributionKind } from '@/generated/types';
import { texts } from '@/texts/distribution';
import { Button } from '@/ui/Button';
import { useFocusAfter } from '@/ui/ConfirmButton';
import css from '../release-bundles.module.css';
import { DistributionForm } from './DistributionForm';
import { DistributionTable } from './DistributionTable';
import { statusText, targetsWith } from './outcomes';

interface DistributionsProps {
  details: ReleaseBundleDetails;
  isAdmin: boolean;
  /** A promotion or a distribution is under way, so that no other one can begin. */
  isBusy: boolean;
}

/** The distributions of a bundle that was created here, the newest first, and what administrators do with it. */
export function Distributions({ details, isAdmin, isBusy }: DistributionsProps) {
  const heading = useId();
  const place = useRef<HTMLElement>(null);
  const { distributions } = details;
  const [newest] = distributions;
  return (
    <div className={css.actions}>
      <h3 id={heading} className={css.heading}>
        {texts.title}
      </h3>
      <p className="wb-hidden" role="status">
        {newest && statusText(newest)}
      </p>
      {newest ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys
        <section ref={place} className={css.scroll} tabIndex={0} aria-labelledby={heading}>
          <DistributionTable details={details} isAdmin={isAdmin} heading={heading} place={place} />
        </section>
      ) : (
        <p className={css.text}>{texts.none}</p>
      )}
      {isAdmin && <Acts details={details} isBusy={isBusy} />}
    </div>
  );
}

/** Opens the form of either kind in the place of both buttons. */
function Acts({ details, isBusy }: Omit<DistributionsProps, 'isAdmin'>) {
  const hint = useId();
  const [kind, setKind] = useState<DistributionKind | null>(null);
  const openers = {
    distribute: useFocusAfter(kind === 'distribute'),
    remove: useFocusAfter(kind === 'remove'),
  };
  const { distributions, release_bundle: bundle } = details;
  if (kind !== null)
    return (
      <DistributionForm
        bundle={bundle}
        kind={kind}
        targets={kind === 'remove' ? targetsWith(distributions) : []}
        close={() => setKind(null)}
      />
    );
  const opener = (opened: DistributionKind) => (
    <Button
      ref={openers[opened]}
      size="sm"
      variant="default"
      disabled={isBusy}
      aria-describedby={isBusy ? hint : undefined}
      onClick={() => setKind(opened)}
    >
      {texts.open[opened]}
    </Button>
  );
  return (
    <>
      {isBusy && (
        <p id={hint} className={css.text}>
          {texts.busy}
        </p>
      )}
      <div className={css.acts}>
        {opener('distribute')}
        {distributions.length > 0 && opener('remove')}
      </div>
    </>
  );
}
