import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { ActionIcon, TextInput } from '@mantine/core';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { gitLimits } from '@/generated/git';
import { CheckedForm } from '@/shell/form/CheckedForm';
import { CODE } from '@/shell/form/code';
import { texts } from '@/texts/git';
import { Button } from '@/ui/Button';
import { PasswordInput } from '@/ui/PasswordInput';
import css from './git.module.css';
import type { Git } from './useGit';
import { useGitForm } from './useGitForm';
import { type GitForm, type KnownVendor, vendorOf } from './vendors';

interface FormStepProps {
  git: Git;
  form: GitForm;
}

/** What an administrator enters of an integration. It is saved once its test has passed (INT-04). */
export function FormStep({ git, form }: FormStepProps) {
  const { values, set, problems, ...typed } = useGitForm(git, form);
  const vendor = vendorOf(form.fields.vendor);
  const tokenText = () => {
    if (typed.isNew) return texts.form.tokenText;
    return typed.isMoved ? texts.form.tokenDropped : texts.form.tokenKept;
  };
  return (
    <CheckedForm
      of={typed}
      label={texts.form.label}
      words={{ submit: typed.isNew ? texts.form.create : texts.form.save, cancel: texts.cancel }}
      cancel={() => git.propose({ type: 'close' })}
      isHeld={typed.isHeld || typed.testing}
      hint={typed.isHeld ? texts.form.testFirst : null}
      tools={
        <div className={css.test}>
          <Passed
            isShown={form.popover && typed.isTested}
            close={() => git.propose({ type: 'close_popover' })}
          />
          <Button
            variant="default"
            loading={typed.testing}
            disabled={typed.busy}
            onClick={() => void typed.test()}
          >
            {texts.form.test}
          </Button>
        </div>
      }
    >
      <TextInput
        label={texts.form.name}
        description={texts.form.nameText}
        value={values.name}
        onChange={event => set({ name: event.currentTarget.value })}
        error={problems.name ?? null}
        maxLength={gitLimits.name}
        autoComplete="off"
        dir="auto"
        data-autofocus
      />
      <TextInput
        {...CODE}
        label={texts.form.url}
        description={vendor?.isHosted ? texts.form.urlHosted : texts.form.urlOwn}
        value={values.url}
        onChange={event => set({ url: event.currentTarget.value })}
        error={problems.url ?? null}
        inputMode="url"
        maxLength={gitLimits.url}
      />
      <TextInput
        {...CODE}
        label={vendor?.hasEmails ? texts.form.email : texts.form.userName}
        description={vendor?.hasEmails ? texts.form.emailText : texts.form.userNameText}
        value={values.userName}
        onChange={event => set({ userName: event.currentTarget.value })}
        error={problems.userName ?? null}
        inputMode={vendor?.hasEmails ? 'email' : 'text'}
        maxLength={gitLimits.userName}
      />
      <PasswordInput
        label={texts.form.token}
        description={tokenText()}
        value={values.token}
        onChange={event => set({ token: event.currentTarget.value })}
        error={problems.token ?? null}
        autoComplete="off"
        dir="ltr"
        maxLength={gitLimits.token}
        show={texts.form.showToken}
      />
      {vendor && <WhereToken vendor={vendor} />}
    </CheckedForm>
  );
}

/** The popover of a passed test, which is read out when it comes. */
function Passed({ isShown, close }: { isShown: boolean; close: () => void }) {
  return (
    <div role="status">
      {isShown && (
        <div className={css.popover}>
          <IconCircleCheck size={17} stroke={1.8} aria-hidden="true" />
          {texts.form.passed}
          <ActionIcon variant="subtle" size="sm" aria-label={texts.form.closePassed} onClick={close}>
            <IconX size={15} stroke={1.8} aria-hidden="true" />
          </ActionIcon>
        </div>
      )}
    </div>
  );
}

function WhereToken({ vendor: { name, scopes, documentation } }: { vendor: KnownVendor }) {
  return (
    <details className={css.where}>
      <summary>{texts.form.whereToken}</summary>
      <p>{texts.form.whereText({ vendor: name })}</p>
      <ul>
        {scopes.map(({ name: scope, of: kind }) => (
          <li key={scope}>
            <code dir="ltr">{scope}</code>
            {kind && ` (${texts.form.tokenKind[kind]})`}
          </li>
        ))}
      </ul>
      <p>
        <a href={documentation} target="_blank" rel="noopener noreferrer">
          {texts.form.whereLink({ vendor: name })}
        </a>
      </p>
    </details>
  );
}
