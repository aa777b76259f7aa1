import { ssoFailureText, useSsoFailure } from '@/shell/ssoFailure';
import css from '@/ui/auth.module.css';
import { Notice } from '@/ui/Notice';

/** Why signing in with a provider has failed. The address has the code of it, which is not shown itself. */
export function SsoFailure({ code }: { code: string }) {
  const failure = useSsoFailure();
  const message = failure?.code === code ? failure.message : '';
  return (
    <div className={css.message}>
      <Notice kind="bad">{ssoFailureText(code, message)}</Notice>
    </div>
  );
}
