import type { Events, States } from '@/generated/types';
import { texts } from '@/texts/acts';
import { isolated } from './people';
import type { About, Table } from './sentences';

/** The name of an application. */
const applicationOf = (state: States['application'] | null) => {
  if (state?.state === 'registered') return isolated(state.application.name);
  return isolated(state?.state === 'deleted' ? state.name : '');
};

/** A step that is no act by itself. */
const internal = null;

/** The acts with accounts, and with what users, projects and applications may do. */
export const peopleTable: Pick<
  Table,
  'account' | 'setup' | 'group' | 'project' | 'permission' | 'application' | 'application_grant'
> = {
  account: {
    create: ['change', ({ who, user }) => texts.account.created({ who, user })],
    set_password: [
      'change',
      ({ who, user, own }, { link }) =>
        own || link ? texts.account.ownPassword({ user }) : texts.account.password({ who, user }),
    ],
    allow_password: [
      'change',
      ({ who, user }, { purpose }) =>
        // old records have no purpose
        purpose === 'reset' ? texts.account.resetLink({ user }) : texts.account.passwordLink({ who, user }),
    ],
    enrol: ['change', ({ user }) => texts.account.factorAdded({ user })],
    use_code: internal,
    use_recovery_code: ['signIn', ({ user }) => texts.signIn.recoveryUsedBy({ user })],
    reset_mfa: ['change', ({ who, user }) => texts.account.factorReset({ who, user })],
    set_admin: [
      'change',
      ({ who, user }, { admin }) =>
        admin ? texts.account.madeAdmin({ who, user }) : texts.account.madeUser({ who, user }),
    ],
    set_project_role: [
      'change',
      ({ who, user }, { project, role }) => {
        const values = { who, user, project: isolated(project) };
        if (role === null) return texts.account.projectLeft(values);
        return role === 'project_admin'
          ? texts.account.projectAdmin(values)
          : texts.account.projectViewer(values);
      },
    ],
    edit: ['change', edited],
    unlock: ['change', ({ who, user }) => texts.account.unlocked({ who, user })],
    make_api_key: ['change', ({ user }) => texts.account.apiKey({ user })],
    renew_recovery: ['change', ({ user }) => texts.account.recoveryRenewed({ user })],
    // the session's record of the sign-in is the act
    enter: internal,
    set_custom_data: internal,
    make_token: ['change', ({ who, user }) => texts.account.tokenMade({ who, user })],
    revoke_token: ['change', ({ who, user }) => texts.account.tokenRevoked({ who, user })],
    know_device: ['change', ({ user }) => texts.account.browserKnown({ user })],
    use_device: internal,
    forget_device: ['change', ({ who, user }) => texts.account.browserForgotten({ who, user })],
    forget_devices: ['change', ({ who, user }) => texts.account.browsersForgotten({ who, user })],
    allow_device: ['change', ({ who, user }) => texts.account.browserLink({ who, user })],
    fail_sign_in: [
      'signIn',
      ({ user }, { times }) => ({ refused: texts.signIn.failed({ count: times, user }) }),
    ],
    stop_codes: ['signIn', ({ user }) => ({ refused: texts.signIn.codesStopped({ user }) })],
    stop_passwords: ['signIn', ({ user }) => ({ refused: texts.signIn.passwordsStopped({ user }) })],
    link_identity: [
      'change',
      ({ user }, { identity }) => texts.account.identityLinked({ user, name: isolated(identity.provider) }),
    ],
    unlink_identity: ['change', ({ who, user }) => texts.account.identityUnlinked({ who, user })],
    add_passkey: ['change', ({ user }) => texts.account.passkeyAdded({ user })],
    // the sign-in is the act
    use_passkey: internal,
    rename_passkey: ['change', ({ user }) => texts.account.passkeyRenamed({ user })],
    remove_passkey: ['change', ({ who, user }) => texts.account.passkeyRemoved({ who, user })],
    break_glass: ['signIn', ({ user }) => texts.signIn.brokenGlass({ user })],
    disable: ['change', ({ who, user }) => texts.account.disabled({ who, user })],
    enable: ['change', ({ who, user }) => texts.account.enabled({ who, user })],
    restore: ['change', ({ user }, { backup }) => texts.account.restored({ user, name: isolated(backup) })],
  },
  setup: {
    offer: ['server', () => texts.server.setUpOffered],
    claim: ['change', ({ name }, { person }) => texts.change.setUp({ user: name(person) })],
  },
  group: {
    create: ['change', ({ who }, event) => texts.change.group({ who, name: isolated(event.name) })],
    edit: ['change', about => texts.change.groupEdited({ who: about.who, name: groupName(about) })],
    set_project_role: [
      'change',
      (about, { project, role }) => {
        const values = { who: about.who, name: groupName(about), project: isolated(project) };
        return role === null ? texts.change.groupLeft(values) : texts.change.groupRole(values);
      },
    ],
    delete: ['change', about => texts.change.groupDeleted({ who: about.who, name: groupName(about) })],
  },
  project: {
    create: ['change', ({ who }, event) => texts.change.project({ who, name: isolated(event.name) })],
  },
  permission: {
    create: [
      'change',
      ({ who }, { permission }) => texts.permission.created({ who, name: isolated(permission.name) }),
    ],
    change: [
      'change',
      ({ who }, { permission }) => texts.permission.changed({ who, name: isolated(permission.name) }),
    ],
    delete: [
      'change',
      ({ who, state }) =>
        texts.permission.deleted({ who, name: isolated(state?.state === 'deleted' ? state.name : '') }),
    ],
  },
  application: {
    register: [
      'change',
      ({ who }, { application }) => texts.application.registered({ who, name: isolated(application.name) }),
    ],
    change: [
      'change',
      ({ who }, { application }) => texts.application.changed({ who, name: isolated(application.name) }),
    ],
    rotate: ['change', ({ who, state }) => texts.application.rotated({ who, name: applicationOf(state) })],
    delete: ['change', ({ who, state }) => texts.application.deleted({ who, name: applicationOf(state) })],
  },
  application_grant: {
    consent: ['change', ({ who }) => texts.application.consented({ who })],
    issue: internal,
    refresh: internal,
    end: [
      'change',
      // old records have no reason: only applications ended sign-ins then
      (_, { why }) =>
        why === 'token_reused' || why === 'code_reused' ? texts.application.ended[why] : internal,
    ],
    revoke: [
      'change',
      ({ who }, { why }) => {
        if (why === 'token_reused' || why === 'code_reused') return texts.application.ended[why];
        const say = texts.application.revoked[why];
        // with an application everything ends that it may do
        return typeof say === 'string' ? say : say({ who });
      },
    ],
  },
};

/** What an administrator changed in an account: by name where it is one thing. */
function edited({ who, user }: About<'account'>, { edit }: Extract<Events['account'], { type: 'edit' }>) {
  const values = { who, user };
  const { enabled, admin, auditor, email } = edit;
  const others = [edit.external, edit.fixed].filter(other => other !== null);
  const groups = edit.join.length + edit.leave.length > 0;
  const changed = [enabled, admin, auditor, email].filter(one => one !== null);
  if (changed.length + others.length + (groups ? 1 : 0) !== 1) return texts.account.edited(values);
  if (groups) return texts.account.groups(values);
  if (email !== null) return texts.account.email(values);
  if (enabled !== null) return enabled ? texts.account.enabled(values) : texts.account.disabled(values);
  if (admin !== null) return admin ? texts.account.madeAdmin(values) : texts.account.madeUser(values);
  if (auditor !== null) return auditor ? texts.account.madeAuditor(values) : texts.account.noAuditor(values);
  return texts.account.edited(values);
}

function groupName({ state }: About<'group'>): string {
  if (state && 'profile' in state) return isolated(state.profile.name);
  return isolated(state && 'name' in state ? state.name : '');
}
