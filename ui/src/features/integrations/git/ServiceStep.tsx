import { useEffect, useRef, useState } from 'react';
import { texts } from '@/texts/git';
import { Button } from '@/ui/Button';
import css from './git.module.css';
import { ProductChoice } from './ProductChoice';
import { type Git, productsOf } from './useGit';
import { PRODUCTS, type Product } from './vendors';

interface ServiceStepProps {
  git: Git;
  /** Those that use it already. */
  products: readonly Product[];
}

/** The second step: what the new integration is used for. All that there is is offered as chosen. */
export function ServiceStep({ git, products }: ServiceStepProps) {
  const [chosen, choose] = useState<ReadonlySet<Product>>(
    () => new Set(products.length > 0 ? products : PRODUCTS),
  );
  const place = useRef<HTMLDivElement>(null);
  // the form that had the focus is gone
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  const isStoring = git.machine.state?.state === 'storing';
  return (
    <div ref={place} className={css.form}>
      <ProductChoice chosen={chosen} choose={choose} />
      <div className={css.acts}>
        <Button
          loading={isStoring}
          disabled={chosen.size === 0}
          onClick={() => git.propose({ type: 'choose', products: productsOf(PRODUCTS, chosen) })}
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
