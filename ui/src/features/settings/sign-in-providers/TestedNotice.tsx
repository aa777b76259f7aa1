import { useMutation } from '@tanstack/react-query';
import { ApiError } from '@/engine/api';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { TestedSignInProvider } from '@/generated/api';
import css from '@/shell/listed/list.module.css';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/signInProviders';
import { Notice } from '@/ui/Notice';
import { refused } from './problems';

/** Has the documents of a provider loaded, and says where they lead. */
export function useTest(name: string) {
  const { api } = useEngine();
  const test = useMutation({
    mutationFn: () => accountCalls.postAccessApiUiSignInProvidersNameTest(api, name),
  });
  return {
    run: () => test.mutate(),
    isPending: test.isPending,
    tested: test.data ?? null,
    error: test.error,
  };
}

interface TestedNoticeProps {
  test: ReturnType<typeof useTest>;
}

/** What has come of a test. */
export function TestedNotice({ test: { tested, error } }: TestedNoticeProps) {
  if (tested)
    return (
      <div className={css.below}>
        <Notice kind="info">
          <Tested tested={tested} />
        </Notice>
      </div>
    );
  if (!error) return null;
  return (
    <div className={css.below}>
      <Notice kind="bad">{error instanceof ApiError ? <Failure error={error} /> : shellTexts.failed}</Notice>
    </div>
  );
}

/** Why a test has failed. The cause is what the server has found, in English. */
function Failure({ error }: { error: ApiError }) {
  const { words } = refused(error);
  const hasCause = error.code === 'sign_in_provider_unavailable' && words !== error.message;
  return (
    <>
      {words}
      {hasCause && (
        <>
          {' '}
          <span lang="en" dir="ltr">
            {error.message}
          </span>
        </>
      )}
    </>
  );
}

function Tested({
  tested: { authorization_endpoint: address, token_endpoint: exchanges, keys },
}: {
  tested: TestedSignInProvider;
}) {
  return (
    <span className={css.address}>
      {/* of an identity provider of SAML nothing is requested */}
      {exchanges === null ? texts.testedSaml({ address }) : texts.tested({ address })}
      {keys !== null && <> {texts.keys({ count: keys })}</>}
    </span>
  );
}
