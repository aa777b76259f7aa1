import { useAtom } from '@xstate/store-react';
import { useEngine } from '@/engine/EngineContext';
import { ProxySignIn } from './lazySso';

/** Signing in as the user whom a proxy has signed in, which is loaded where one has named a user (SSO-02). */
export function ProxyOffer(props: Parameters<typeof ProxySignIn>[0]) {
  const isNamed = useAtom(useEngine().session)?.sign_in.proxy_names_user ?? false;
  return isNamed ? <ProxySignIn {...props} /> : null;
}
