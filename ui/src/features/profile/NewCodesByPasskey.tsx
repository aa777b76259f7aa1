import { showCodes } from '@/lib/recoveryCodes';
import { usePasskey } from '@/shell/usePasskey';
import { texts } from '@/texts/passkeys';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import css from './profile.module.css';

/** Replaces the recovery codes, after a passkey was shown: for who has no authenticator app. */
export function NewCodesByPasskey() {
  const passkey = usePasskey();
  const renew = async () => {
    const accepted = await passkey.use('recovery_codes');
    if (accepted) showCodes(accepted.recovery_codes);
  };
  return (
    <div className={css.action}>
      <p>{texts.newCodesText}</p>
      {passkey.problem && <Notice kind="bad">{passkey.problem}</Notice>}
      <Button variant="default" loading={passkey.busy} onClick={() => void renew()}>
        {texts.newCodes}
      </Button>
    </div>
  );
}
