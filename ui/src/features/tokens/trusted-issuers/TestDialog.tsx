import '@mantine/core/styles/Input.layer.css';
import { Textarea } from '@mantine/core';
import { type RefObject, useState } from 'react';
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
import { Dialog } from '@/ui/Dialog';
import { Notice } from '@/ui/Notice';
import { TestResult } from './TestResult';
import css from './trusted-issuers.module.css';

interface TestDialogProps {
  issuer: DescribedTrustedIssuer;
  /** The ref of what gets the focus afterwards, if what has opened the dialog is gone. */
  rest: RefObject<HTMLElement | null>;
  close: () => void;
}

/** Tests which rule the token of a job matches. The token is kept nowhere. */
export function TestDialog({ issuer, rest, close }: TestDialogProps) {
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
    <Dialog
      title={texts.test.title({ name: issuer.name })}
      size="lg"
      closeLabel={texts.close}
      close={close}
      rest={rest}
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
    </Dialog>
  );
}
