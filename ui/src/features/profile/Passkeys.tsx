import { useQueryClient } from '@tanstack/react-query';
import type { OwnPasskeys } from '@/generated/api';
import { whyNoPasskeys } from '@/lib/webauthn';
import { failureText } from '@/shell/answers';
import { refresh } from '@/shell/refresh';
import { texts as signInTexts } from '@/texts/passkeySignIn';
import { texts } from '@/texts/passkeys';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { AddPasskey } from './AddPasskey';
import { Box } from './Box';
import { NewCodesByPasskey } from './NewCodesByPasskey';
import { PasskeyList } from './PasskeyList';
import type { Confirmation } from './useConfirmation';
import { PASSKEYS_KEY, usePasskeys } from './usePasskeys';

interface PasskeysProps {
  /** The name of the signed-in user. */
  name: string;
  /** Whether the user has a password here or in a directory, with which adding and removing is confirmed. */
  hasPassword: boolean;
  /** How a user without one confirms that; null if not at all. */
  confirmation: Confirmation | null;
}

/** The passkeys of the user: adding, naming and removing them (MFA-01). */
export function Passkeys({ name, hasPassword, confirmation }: PasskeysProps) {
  const canConfirm = hasPassword || confirmation !== null;
  const client = useQueryClient();
  const own = usePasskeys();
  // whether the account has a second factor depends on them
  const changed = () => Promise.all([refresh(client, PASSKEYS_KEY), refresh(client, ['account'])]);
  if (own.error)
    return (
      <Box title={texts.title}>
        <Notice kind="bad">
          {failureText(own.error, texts.failed)}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void own.refetch()}>
            {texts.retry}
          </Button>
        </Notice>
      </Box>
    );
  if (!own.data) return null;
  const { passkeys, most, has_authenticator_app: hasApp } = own.data;
  const why = whyNot(own.data);
  return (
    <Box title={texts.title}>
      <p className="wb-muted">{texts.lead}</p>
      <PasskeyList
        name={name}
        passkeys={passkeys}
        confirmation={confirmation}
        canRemove={canConfirm}
        isLastFactor={passkeys.length === 1 && !hasApp}
        changed={changed}
      />
      {passkeys.length === 1 && !hasApp && why === null && <p className="wb-muted">{texts.one}</p>}
      {confirmation?.isConfirmed && <p role="status">{texts.confirmed}</p>}
      {!canConfirm ? (
        <p>{texts.external}</p>
      ) : why !== null ? (
        <p>{why}</p>
      ) : passkeys.length >= most ? (
        <p>{texts.full({ count: most })}</p>
      ) : (
        <AddPasskey
          name={name}
          confirmation={confirmation}
          isFirstFactor={passkeys.length === 0 && !hasApp}
          changed={changed}
        />
      )}
      {passkeys.length > 0 && !hasApp && why === null && <NewCodesByPasskey />}
    </Box>
  );
}

/** Why no passkey can be added on this page; null if one can. */
function whyNot({ host, unavailable }: OwnPasskeys): string | null {
  const { refused, failure, failed } = signInTexts;
  if (host === null) return refused[unavailable as keyof typeof refused] ?? failed;
  const problem = whyNoPasskeys(host);
  if (problem === null) return null;
  return problem === 'failed' ? failed : failure[problem];
}
