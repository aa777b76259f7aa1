import { useEffect, useState } from 'react';
import type { DescribedGitIntegration } from '@/generated/api';
import { texts } from '@/texts/git';
import { Button } from '@/ui/Button';
import { Confirmation } from '@/ui/ConfirmButton';
import { Dialog } from '@/ui/Dialog';
import { Notice } from '@/ui/Notice';
import css from './git.module.css';
import { ProductChoice } from './ProductChoice';
import { useChange } from './useChange';
import type { Git } from './useGit';
import { PRODUCTS, type Product, productsOf } from './vendors';

interface DialogProps {
  git: Git;
  integration: DescribedGitIntegration;
  close: () => void;
}

/** Closes a dialog once the change that it has sent is answered. The page and its notifications say how. */
function useClosing({ machine }: Git, isTaken: boolean, close: () => void): void {
  const state = machine.state?.state;
  const isUnderWay = state === 'deleting' || state === 'storing';
  useEffect(() => {
    if (isTaken && !isUnderWay) close();
  }, [isTaken, isUnderWay, close]);
}

/** Asks before an integration is deleted. */
export function DeleteDialog({ git, integration: { key, name }, close }: DialogProps) {
  const { step, refused, send } = useChange(git);
  useClosing(git, step === 'taken', close);
  return (
    <Dialog title={texts.list.delete} closeLabel={texts.close} close={close}>
      {refused !== null && <Notice kind="bad">{refused}</Notice>}
      <Confirmation
        words={{ title: texts.list.deleteQuestion({ name }), yes: texts.list.delete, no: texts.keep }}
        busy={step !== 'asked'}
        confirm={() => void send({ type: 'delete', key })}
        keep={close}
      >
        {texts.list.deleteText}
      </Confirmation>
    </Dialog>
  );
}

/** Has a product use an integration that none uses yet. */
export function ProductDialog({ git, integration: { key, name }, close }: DialogProps) {
  const { step, refused, send } = useChange(git);
  const [chosen, choose] = useState<ReadonlySet<Product>>(() => new Set(PRODUCTS));
  useClosing(git, step === 'taken', close);
  return (
    <Dialog title={texts.list.selectProductFor({ name })} closeLabel={texts.close} close={close}>
      <div className={css.form}>
        {refused !== null && <Notice kind="bad">{refused}</Notice>}
        <ProductChoice chosen={chosen} choose={choose} />
        <div className={css.acts}>
          <Button
            loading={step !== 'asked'}
            disabled={chosen.size === 0}
            onClick={() => void send({ type: 'choose', key, products: productsOf(chosen) })}
          >
            {texts.service.continue}
          </Button>
          <Button variant="default" onClick={close}>
            {texts.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
