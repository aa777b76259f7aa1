import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import * as accountCalls from '@/generated/accountCalls';
import type { DescribedIdentity, OauthProvider } from '@/generated/api';
import * as calls from '@/generated/calls';
import { failureText } from '@/shell/answers';
import { texts } from '@/texts/identities';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { Box } from './Box';
import { IdentityList } from './IdentityList';
import { LinkDirectory } from './LinkDirectory';
import { LinkIdentity } from './LinkIdentity';
import { LinkOutcome } from './LinkOutcome';

const QUERY_KEY: readonly string[] = ['identities'];

interface SignInProvidersProps {
  /** The name of the signed-in user. */
  name: string;
  /** Whether the user has a password here, with which linking and unlinking is confirmed. */
  hasPassword: boolean;
}

/** The identities at providers with which the user signs in, linking one, and unlinking one (SSO-01). */
export function SignInProviders({ name, hasPassword }: SignInProvidersProps) {
  const { api } = useEngine();
  const linked = useQuery({
    queryKey: QUERY_KEY,
    queryFn: () => accountCalls.getAuthIdentities(api),
    staleTime: 0,
  });
  const offered = useQuery({
    queryKey: ['oauth-providers'],
    queryFn: () => calls.getAuthOauthProviders(api),
    staleTime: 0,
  });
  const retry = () => {
    void linked.refetch();
    void offered.refetch();
  };
  const error = linked.error ?? offered.error;
  if (error)
    return (
      <Box title={texts.title}>
        <LinkOutcome />
        <Notice kind="bad">
          {failureText(error, texts.failed)}{' '}
          <Button size="compact-sm" variant="default" onClick={retry}>
            {texts.retry}
          </Button>
        </Notice>
      </Box>
    );
  if (!linked.data || !offered.data) return null;
  return (
    <Providers
      name={name}
      hasPassword={hasPassword}
      identities={linked.data.identities}
      providers={offered.data}
    />
  );
}

interface ProvidersProps extends SignInProvidersProps {
  identities: readonly DescribedIdentity[];
  providers: readonly OauthProvider[];
}

function Providers({ name, hasPassword, identities, providers }: ProvidersProps) {
  // nothing of this concerns users of an installation without providers
  if (identities.length === 0 && providers.length === 0)
    return hasPassword ? <LinkDirectory name={name} queryKey={QUERY_KEY} isAlone /> : null;
  return (
    <Box title={texts.title}>
      <LinkOutcome />
      <p className="wb-muted">{hasPassword ? texts.lead : texts.external}</p>
      <IdentityList name={name} identities={identities} canUnlink={hasPassword} queryKey={QUERY_KEY} />
      {hasPassword && providers.length > 0 && <LinkIdentity name={name} providers={providers} />}
      {hasPassword && <LinkDirectory name={name} queryKey={QUERY_KEY} />}
    </Box>
  );
}
