import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import * as accountCalls from '@/generated/accountCalls';
import type { DescribedTrustedIssuer, TestedIssuerToken } from '@/generated/api';
import { useProblemFocus } from '@/lib/useProblemFocus';
import { CODE } from '@/shell/form/code';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/trustedIssuers';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { TestResult } from './TestResult';
import css from './trusted-issuers.module.css';

interface TestDialogProps {
  issuer: DescribedTrustedIssuer;
  close: () => void;
}

/** Tests which rule the token of a job matches. The token is kept nowhere. */
export function TestDialog({ issuer, close }: TestDialogProps) {
  const { api } = useEngine();
  const submit = useSubmit();
  const { form, focusProblem } = useProblemFocus();
  const [token, setToken] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [tested, setTested] = useState<{ of: string; result: TestedIssuerToken } | null>(null);
  const { error } = submit;
  const typed = token.trim();
  const send = async () => {
    setTested(null);
    setMissing(typed === '');
    if (typed === '') return focusProblem();
    await submit.run(async () => {
      const body = { token: typed };
      const result = await accountCalls.postAccessApiUiTrustedIssuersNameTest(api, issuer.name, body);
      setTested({ of: typed, result });
    });
  };
  return (
    <Modal
      opened
      onClose={close}
      title={texts.test.title({ name: issuer.name })}
      size="lg"
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form
        ref={form}
        className={css.form}
        aria-label={texts.test.title({ name: issuer.name })}
        noValidate
        onSubmit={event => {
          event.preventDefault();
          void send();
        }}
      >
        <Textarea
          {...CODE}
          label={texts.test.token}
          description={texts.test.tokenText}
          value={token}
          onChange={event => {
            setToken(event.currentTarget.value);
            setMissing(false);
            submit.clear();
          }}
          error={isMissing ? texts.test.tokenMissing : null}
          rows={5}
          data-autofocus
        />
        {error && <Notice kind="bad">{noticeText(error.code, error.message, shellTexts.failed)}</Notice>}
        <div role="status">
          {/* another token may have been pasted meanwhile */}
          {tested?.of === typed && <TestResult issuer={issuer} tested={tested.result} />}
        </div>
        <div className={css.acts}>
          <Button type="submit" loading={submit.busy}>
            {texts.test.run}
          </Button>
          <Button variant="default" onClick={close}>
            {texts.close}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
