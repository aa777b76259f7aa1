import { useEffect, useRef } from 'react';
import { FieldGroup } from '@/shell/form/FieldGroup';
import { texts } from '@/texts/webhooks';
import { Button } from '@/ui/Button';
import { PasswordInput } from '@/ui/PasswordInput';
import type { FieldsProps } from './fields';
import { keepsSecret, type Values } from './values';
import css from './webhooks.module.css';

/** The secret of a webhook. A stored one is not shown, but kept, replaced or removed. */
export function SecretField({ values, problems, set, moved }: FieldsProps) {
  const { hasSecret, secretIs, secret } = values;
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(secretIs);
  // the button that was pressed is gone, and the focus must not be lost with it
  useEffect(() => {
    if (before.current !== secretIs) place.current?.querySelector<HTMLElement>('input, button')?.focus();
    before.current = secretIs;
  }, [secretIs]);
  const become = (next: Values['secretIs'], label: string) => (
    <Button size="compact-sm" variant="default" onClick={() => set({ secretIs: next, secret: '' })}>
      {label}
    </Button>
  );
  const replace = become('typed', texts.form.replace);
  const remove = become('none', texts.form.remove);
  const keep = !moved && become('kept', texts.form.undo);
  if (keepsSecret(values, moved))
    return (
      <FieldGroup legend={texts.form.secret} text={texts.form.secretStored} problem={problems.secret}>
        <div className={css.acts} ref={place}>
          {replace}
          {remove}
        </div>
      </FieldGroup>
    );
  if (secretIs === 'none')
    return (
      <FieldGroup legend={texts.form.secret} text={texts.form.secretRemoved} problem={problems.secret}>
        <div className={css.acts} ref={place}>
          {keep}
          {replace}
        </div>
      </FieldGroup>
    );
  return (
    <div ref={place}>
      <PasswordInput
        label={texts.form.secret}
        description={texts.form.secretText}
        value={secret}
        onChange={event => set({ secret: event.currentTarget.value })}
        error={problems.secret ?? null}
        autoComplete="new-password"
        dir="ltr"
        show={texts.form.show}
      />
      {hasSecret && (
        <div className={css.acts}>
          {keep}
          {remove}
        </div>
      )}
    </div>
  );
}
