import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { DescribedGitIntegration } from '@/generated/api';
import * as gitCalls from '@/generated/gitCalls';
import { refusalText } from '@/shell/answers';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/git';
import { noticeText } from '@/texts/noticeText';
import { Button } from '@/ui/Button';
import { Confirmation } from '@/ui/ConfirmButton';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import css from './git.module.css';
import { ProductChoice } from './ProductChoice';
import { GIT_KEY } from './queries';
import { type Git, productsOf } from './useGit';
import { PRODUCTS, type Product } from './vendors';

interface DialogProps {
  git: Git;
  integration: DescribedGitIntegration;
  close: () => void;
}

/** Asks before an integration is deleted. What comes of it is notified by the machine. */
export function DeleteDialog({ git, integration: { key, name }, close }: DialogProps) {
  const isDeleting = git.machine.state?.state === 'deleting';
  const [step, setStep] = useState<'asked' | 'sent' | 'taken'>('asked');
  useEffect(() => {
    if (step === 'taken' && !isDeleting) close();
  }, [step, isDeleting, close]);
  const confirm = () => {
    setStep('sent');
    git.machine.send({ type: 'delete', key }).then(
      () => setStep('taken'),
      () => setStep('asked'),
    );
  };
  return (
    <Modal opened onClose={close} title={texts.list.delete} closeButtonProps={{ 'aria-label': texts.close }}>
      <Confirmation
        words={{ title: texts.list.deleteQuestion({ name }), yes: texts.list.delete, no: texts.keep }}
        busy={step !== 'asked'}
        confirm={confirm}
        keep={close}
      >
        {texts.list.deleteText}
      </Confirmation>
    </Modal>
  );
}

/** Has a product use an integration that none uses yet. */
export function ProductDialog({ git, integration: { key, name }, close }: DialogProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const storing = useSubmit();
  const [chosen, choose] = useState<ReadonlySet<Product>>(() => new Set(PRODUCTS));
  const store = () =>
    void storing.run(async () => {
      await gitCalls.putIntegrationKeyProducts(api, key, { products: productsOf(PRODUCTS, chosen) });
      notify({ text: noticeText('git.updated', '', '').replace('{key}', key), severity: 'info' });
      git.propose({ type: 'refresh' });
      await client.invalidateQueries({ queryKey: GIT_KEY });
      close();
    });
  return (
    <Modal
      opened
      onClose={close}
      title={texts.list.selectProductFor({ name })}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <div className={css.form}>
        {storing.error && <Notice kind="bad">{refusalText(storing.error, shellTexts.failed)}</Notice>}
        <ProductChoice chosen={chosen} choose={choose} />
        <div className={css.acts}>
          <Button loading={storing.busy} disabled={chosen.size === 0} onClick={store}>
            {texts.service.continue}
          </Button>
          <Button variant="default" onClick={close}>
            {texts.cancel}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
