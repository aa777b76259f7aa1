import * as accountCalls from '@/generated/accountCalls';
import type { ListedUser, NewPasswordLink, Sender } from '@/generated/api';
import { language } from '@/texts/i18n/languages';
import { texts } from '@/texts/people';

/** What an act has led to: a text, or a link to hand over. */
type Outcome = string | NewPasswordLink;

/** Something that an administrator can do for a user. */
export interface UserAct {
  id:
    | 'mailPassword'
    | 'resetPassword'
    | 'resetFactor'
    | 'promote'
    | 'demote'
    | 'endSessions'
    | 'unlock'
    | 'approve'
    | 'refuse'
    | 'disable'
    | 'enable';
  perform: () => Promise<Outcome>;
}

/**
 * The acts that are possible in the state of an account, the most frequent first. One's own password is changed in the
 * profile, and one's own second factor is reset by another administrator.
 */
export function userActs(
  api: Sender,
  user: ListedUser,
  { isOwn, canMail }: { isOwn: boolean; canMail: boolean },
): UserAct[] {
  const { person } = user;
  const name = user.name ?? texts.users.erased;
  const hasPassword = user.enabled && !user.external && !isOwn;
  const change = async (changes: { admin?: boolean; enabled?: boolean }) => {
    await accountCalls.patchAccessApiUiUsersPerson(api, person, changes);
    return texts.users.changed({ name });
  };
  const acts: (UserAct & { possible: boolean })[] = [
    { id: 'approve', possible: user.pending, perform: () => change({ enabled: true }) },
    // the account stays disabled, and its name is free again
    { id: 'refuse', possible: user.pending, perform: () => change({ enabled: false }) },
    {
      id: 'mailPassword',
      possible: hasPassword && canMail && user.email !== null,
      perform: async () => {
        const wanted = { send_mail: true, language: language.get() };
        const made = await accountCalls.postAccessApiUiUsersPersonPasswordLink(api, person, wanted);
        if (!made.mail) return made;
        return made.sets_password ? texts.users.linkMailed({ name }) : texts.users.providerMailed({ name });
      },
    },
    {
      id: 'resetPassword',
      possible: hasPassword,
      perform: () => accountCalls.postAccessApiUiUsersPersonPasswordLink(api, person, {}),
    },
    {
      id: 'resetFactor',
      possible: user.mfa && !isOwn,
      perform: async () => {
        await accountCalls.postAccessApiUiUsersPersonResetSecondFactor(api, person);
        return texts.users.factorReset({ name });
      },
    },
    {
      id: 'endSessions',
      possible: user.enabled,
      perform: async () => {
        const { revoked } = await accountCalls.postAccessApiUiUsersPersonEndSessions(api, person);
        return texts.users.sessionsEnded({ count: revoked });
      },
    },
    {
      id: 'unlock',
      possible: user.status === 'locked',
      perform: async () => {
        await accountCalls.postAccessApiUiUsersPersonUnlock(api, person);
        return texts.users.changed({ name });
      },
    },
    { id: 'promote', possible: !user.admin, perform: () => change({ admin: true }) },
    { id: 'demote', possible: user.admin, perform: () => change({ admin: false }) },
    { id: 'disable', possible: user.enabled, perform: () => change({ enabled: false }) },
    { id: 'enable', possible: !user.enabled && !user.pending, perform: () => change({ enabled: true }) },
  ];
  return acts.filter(({ possible }) => possible);
}
