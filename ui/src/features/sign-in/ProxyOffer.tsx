import { useEffect, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import * as calls from '@/generated/calls';
import { ProxySignIn } from './lazySso';

/** Signing in as the user whom a proxy has signed in, which is loaded where one has named a user (SSO-02). */
export function ProxyOffer(props: Parameters<typeof ProxySignIn>[0]) {
  return useIsNamed() ? <ProxySignIn {...props} /> : null;
}

/** Whether a proxy has named a user. Not while that is not known: there is the form. */
function useIsNamed(): boolean {
  const { api } = useEngine();
  const [isNamed, setIsNamed] = useState(false);
  useEffect(() => {
    let isOver = false;
    calls.getAuthExternalLogins(api).then(
      ({ httpSso }) => isOver || setIsNamed(httpSso),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [api]);
  return isNamed;
}
