import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useMachine } from '@/engine/useMachine';
import * as accountCalls from '@/generated/accountCalls';
import type { CurrentUser } from '@/generated/api';
import * as calls from '@/generated/calls';
import type { Facts as GatheredFacts, User } from '@/generated/types';
import { showDialog } from '@/shell/dialogs';
import { useMenus } from '@/shell/menu/useMenus';
import { NewDeviceLink } from '@/shell/NewDeviceLink';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts as shellTexts } from '@/texts/common';
import { texts } from '@/texts/people';
import { dayTime } from '@/texts/time';
import { Button } from '@/ui/Button';
import { Columns } from '@/ui/Columns';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import { Wait } from '@/ui/Wait';
import { ApiAccess } from './ApiAccess';
import { Box } from './Box';
import { ConfirmedKey } from './ConfirmedKey';
import { Devices } from './Devices';
import { Applications } from './lazyApplications';
import { Passkeys } from './lazyPasskeys';
import { SignInProviders } from './lazySignInProviders';
import { MailAddress } from './MailAddress';
import { NewRecoveryCodes } from './NewRecoveryCodes';
import css from './profile.module.css';
import { useConfirmation } from './useConfirmation';
import { usePasskeys } from './usePasskeys';

/** Edit Profile: the user's own account, and what may be changed here. */
export function ProfilePage() {
  const { api } = useEngine();
  const login = useMachine('login');
  const person = login.state?.state === 'signed_in' ? login.state.person : null;
  const account = useQuery({
    queryKey: ['account', person],
    queryFn: () => calls.getAuthCurrent(api),
    enabled: person !== null,
  });
  return (
    <div className={css.page}>
      <PageTitle className={css.title}>{titleOf('userProfile')}</PageTitle>
      {person === null ? (
        <p>
          {texts.profile.visitor} <Link to={pathnameOf('login')}>{texts.profile.logIn}</Link>
        </p>
      ) : account.data ? (
        <Profile account={account.data} />
      ) : account.isError ? (
        <Notice kind="bad">
          {texts.profile.failed}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void account.refetch()}>
            {shellTexts.system.retry}
          </Button>
        </Notice>
      ) : (
        <Wait>{texts.profile.loading}</Wait>
      )}
    </div>
  );
}

function Profile({ account }: { account: CurrentUser }) {
  const { api } = useEngine();
  const facts = useFacts();
  const { name } = account;
  const login = useMachine('login').state;
  const via = login?.state === 'signed_in' ? (login.via?.provider ?? null) : null;
  // the password of a directory is that of the user here too
  const hasPassword = facts?.user.profile.exists_in_db || via?.startsWith('directory/');
  // users of a provider without one confirm there
  const confirms = facts !== null && !hasPassword && via !== 'sso_proxies';
  const confirmation = useConfirmation(confirms ? via : null);
  return (
    <Columns>
      <AccountBox account={account} user={facts?.user ?? null} />
      <SecurityBox account={account} />
      <Box title={texts.devices.title}>
        <p className="wb-muted">{texts.devices.lead}</p>
        <Devices />
        <div className={css.action}>
          <NewDeviceLink
            text={texts.profile.newDeviceText}
            make={() => accountCalls.postAuthDeviceLink(api)}
          />
        </div>
      </Box>
      {hasPassword && name !== null && (
        <Box title={texts.profile.api.title}>
          <ApiAccess name={name} />
        </Box>
      )}
      {name !== null && facts && (
        <Passkeys name={name} hasPassword={hasPassword === true} confirmation={confirmation} />
      )}
      {confirmation && name !== null && (
        <Box title={texts.profile.api.title}>
          <ConfirmedKey name={name} confirmation={confirmation} />
        </Box>
      )}
      {name !== null && <Applications name={name} />}
      {name !== null && <SignInProviders name={name} hasPassword={account.realm !== 'external'} />}
    </Columns>
  );
}

/**
 * The facts, which stay until others are there: the server gathers them again after a change of the account, and what
 * of the page depends on them would lose the focus meanwhile, and what was typed.
 */
function useFacts(): GatheredFacts | null {
  const startup = useMachine('startup').state;
  const known = useRef<GatheredFacts>(null);
  if (startup?.state === 'ready') known.current = startup.facts;
  return known.current;
}

/** The roles of the user, the widest first. */
function rolesOf(account: CurrentUser, user: User | null): string {
  const held: (keyof typeof texts.role)[] = [];
  if (account.admin) held.push('admin');
  if (account.auditor) held.push('auditor');
  if (!account.admin && user?.manages_projects) held.push('project_admin');
  if (held.length === 0) held.push('user');
  return held.map(role => texts.role[role]).join(', ');
}

function AccountBox({ account, user }: { account: CurrentUser; user: User | null }) {
  const login = useMachine('login').state;
  const signedIn = login?.state === 'signed_in' ? login : null;
  const profile = user?.profile ?? null;
  const { name } = account;
  return (
    <Box title={texts.profile.account}>
      <Facts>
        <Fact name={texts.profile.name}>
          <span dir="auto">{account.name}</span>
        </Fact>
        <Fact name={texts.profile.email}>
          <bdi dir="ltr">{account.email ?? texts.profile.noEmail}</bdi>
        </Fact>
        <Fact name={texts.profile.role}>{rolesOf(account, user)}</Fact>
        <Fact name={texts.profile.groups}>
          <bdi>{account.groups.join(', ') || texts.profile.noGroups}</bdi>
        </Fact>
        <Fact name={texts.profile.realm}>{texts.realm[account.realm ?? 'internal']}</Fact>
        <Fact name={texts.profile.factor}>
          {account.mfaStatus === 'VERIFY' ? texts.profile.factorOn : texts.profile.factorOff}
        </Fact>
        {signedIn && <Fact name={texts.profile.since}>{dayTime(signedIn.since)}</Fact>}
        {signedIn && <Fact name={texts.profile.until}>{dayTime(signedIn.until)}</Fact>}
      </Facts>
      {profile && <Lock profile={profile} />}
      {profile?.updatable && name !== null && (
        <div className={css.action}>
          <MailAddress name={name} email={account.email} />
        </div>
      )}
    </Box>
  );
}

/** The password, the recovery codes and the sessions. */
function SecurityBox({ account }: { account: CurrentUser }) {
  // those who have passkeys alone replace their codes there
  const hasApp = usePasskeys().data?.has_authenticator_app ?? true;
  return (
    <Box title={texts.profile.security}>
      {account.codesStoppedAt && (
        <Notice kind="bad">{texts.profile.wrongCodes({ time: dayTime(account.codesStoppedAt) })}</Notice>
      )}
      <Password />
      {account.mfaStatus === 'VERIFY' && hasApp && (
        <div className={css.action}>
          <p>{texts.profile.newCodesText}</p>
          <NewRecoveryCodes />
        </div>
      )}
      <div className={css.action}>
        <p>{texts.profile.sessionsText}</p>
        <Button variant="default" onClick={() => showDialog({ name: 'sessions' })}>
          {texts.profile.showSessions}
        </Button>
      </div>
    </Box>
  );
}

/** Where the account is kept, and why it cannot be changed (DET-02). */
function Lock({ profile }: Pick<User, 'profile'>) {
  const text = !profile.exists_in_db
    ? texts.profile.keptElsewhere
    : !profile.updatable
      ? texts.profile.fixed
      : profile.unlock_required
        ? texts.profile.locked
        : texts.profile.unlocked;
  return <p className={css.lock}>{text}</p>;
}

/** Offered where the server's menu offers it: the server knows which of the account's flags allow it. */
function Password() {
  const password = useMachine('password');
  const menus = useMenus();
  const offered = menus === null || menus.profile.some(item => item.action === 'change_password');
  if (!offered) return <p className={css.action}>{texts.profile.passwordForeign}</p>;
  return (
    <div className={css.action}>
      <p>{texts.profile.passwordText}</p>
      <Button
        variant="default"
        disabled={!password.can('open')}
        onClick={() => void password.send({ type: 'open' })}
      >
        {texts.profile.password}
      </Button>
    </div>
  );
}
