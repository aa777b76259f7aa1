import { useEffect, useRef, useState } from 'react';
import { texts } from '@/texts/git';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import css from './git.module.css';
import { ProductChoice } from './ProductChoice';
import { useChange } from './useChange';
import type { Git } from './useGit';
import { PRODUCTS, type Product, productsOf } from './vendors';

interface ServiceStepProps {
  git: Git;
  /** The key of the integration. */
  integration: string;
  /** Those that use it already. */
  products: readonly Product[];
}

/** The second step: what the new integration is used for. All that there is is offered as chosen. */
export function ServiceStep({ git, integration: key, products }: ServiceStepProps) {
  const [chosen, choose] = useState<ReadonlySet<Product>>(
    () => new Set(products.length > 0 ? products : PRODUCTS),
  );
  const place = useRef<HTMLDivElement>(null);
  // the form that had the focus is gone
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  const change = useChange(git);
  const words = change.refused ?? git.error;
  const isStoring = git.machine.state?.state === 'storing';
  return (
    <div ref={place} className={css.form}>
      {words !== null && <Notice kind="bad">{words}</Notice>}
      <ProductChoice chosen={chosen} choose={choose} />
      <div className={css.acts}>
        <Button
          loading={isStoring || change.step === 'sent'}
          disabled={chosen.size === 0}
          onClick={() => void change.send({ type: 'choose', key, products: productsOf(chosen) })}
        >
          {texts.service.continue}
        </Button>
        <Button variant="default" disabled={isStoring} onClick={() => git.propose({ type: 'close' })}>
          {texts.service.skip}
        </Button>
      </div>
    </div>
  );
}
