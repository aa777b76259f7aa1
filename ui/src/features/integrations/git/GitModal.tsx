import { FormDialog } from '@/shell/FormDialog';
import { texts } from '@/texts/git';
import { FormStep } from './FormStep';
import css from './git.module.css';
import { ServiceStep } from './ServiceStep';
import type { Git } from './useGit';
import { type GitForm, vendorOf } from './vendors';

interface GitModalProps {
  git: Git;
}

/** The modal of an integration: creating or editing it, and then the services that use it (INT-03). */
export function GitModal({ git }: GitModalProps) {
  const { state } = git.machine;
  const form = state && 'form' in state ? state.form : null;
  const chosen = state?.state === 'choosing' || state?.state === 'storing' ? state : null;
  const isEdit = form !== null && 'key' in form.action;
  return (
    <FormDialog
      title={form ? titleOf(form) : texts.modal.serviceStep}
      closeLabel={texts.close}
      close={() => git.propose({ type: 'close' })}
    >
      {!isEdit && <Steps isSecond={chosen !== null} />}
      {form && <FormStep git={git} form={form} />}
      {chosen && (
        <ServiceStep key={chosen.key} git={git} integration={chosen.key} products={chosen.products} />
      )}
    </FormDialog>
  );
}

function titleOf({ action, fields, before }: GitForm): string {
  if ('key' in action) return texts.modal.edit({ name: before?.name ?? fields.name });
  return texts.modal.create({ vendor: vendorOf(fields.vendor)?.name ?? fields.vendor });
}

function Steps({ isSecond }: { isSecond: boolean }) {
  const step = (isCurrent: boolean) => ({ 'aria-current': isCurrent ? ('step' as const) : undefined });
  return (
    <ol className={css.steps} aria-label={texts.modal.steps}>
      <li {...step(!isSecond)}>{texts.modal.createStep}</li>
      <li {...step(isSecond)}>{texts.modal.serviceStep}</li>
    </ol>
  );
}
