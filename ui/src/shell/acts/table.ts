import type { Events, States } from '@/generated/types';
import { texts } from '@/texts/acts';
import { texts as licenceTypes } from '@/texts/licenceTypes';
import { serviceName } from '@/texts/serviceName';
import { isolated } from './people';
import type { About, Table } from './sentences';
import { sessionTable } from './sessionTable';

/** The key of a cleanup policy that exists. */
const policyOf = (state: States['cleanup_policy'] | null) =>
  isolated(state?.state === 'existing' ? state.policy.key : '');

/** The name of an application. */
const applicationOf = (state: States['application'] | null) => {
  if (state?.state === 'registered') return isolated(state.application.name);
  return isolated(state?.state === 'deleted' ? state.name : '');
};
/** The key of a webhook that exists. */
const webhookOf = (state: States['webhook'] | null) =>
  isolated(state?.state === 'existing' ? state.webhook.key : '');

/** The name and version of a release bundle, also of one that could not be created. */
const bundleOf = (state: States['release_bundle'] | null) => {
  if (state?.state === 'completed') return isolated(`${state.bundle.name} ${state.bundle.version}`);
  return isolated(state?.state === 'failed' ? `${state.name} ${state.version}` : '');
};

/** Whether a name is that of a file in the archive, and not in the trash. */
const isArchived = (item: string) => item.startsWith('~');

/** A step that is no act by itself. */
const internal = null;

/**
 * What every recorded event is as a sentence, by machine, event and outcome. Events that are internal steps are shown
 * only on request. A test goes through all machines of the generated schema.
 */
export const table: Table = {
  ...sessionTable,
  account: {
    create: ['change', ({ who, user }) => texts.account.created({ who, user })],
    set_password: [
      'change',
      ({ who, user, own }, { link }) =>
        own || link ? texts.account.ownPassword({ user }) : texts.account.password({ who, user }),
    ],
    allow_password: ['change', ({ who, user }) => texts.account.passwordLink({ who, user })],
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
    disable: ['change', ({ who, user }) => texts.account.disabled({ who, user })],
    enable: ['change', ({ who, user }) => texts.account.enabled({ who, user })],
    restore: ['change', ({ user }, { backup }) => texts.account.restored({ user, name: isolated(backup) })],
  },
  setup: {
    offer: ['server', () => texts.server.setUpOffered],
    claim: ['change', ({ name }, { person }) => texts.change.setUp({ user: name(person) })],
  },
  licence: {
    install: [
      'change',
      ({ who }, { licence }) => texts.change.licence({ who, name: isolated(licenceTypes.name[licence]) }),
    ],
    remove: ['change', ({ who }) => texts.change.licenceRemoved({ who })],
  },
  logo: {
    upload: ['change', ({ who }) => texts.change.logo({ who })],
    remove: ['change', ({ who }) => texts.change.logoRemoved({ who })],
  },
  project: {
    create: ['change', ({ who }, event) => texts.change.project({ who, name: isolated(event.name) })],
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
  support_bundle: {
    create: ['change', ({ who }, { wanted }) => texts.change.bundle({ who, name: isolated(wanted.name) })],
    'support.create': internal,
    due: internal,
    download: [
      'reading',
      ({ who }, { service }) => texts.reading.bundleFile({ who, service: serviceName(service) }),
    ],
    delete: [
      'change',
      ({ who }, { service }) => texts.change.bundleDeleted({ who, service: serviceName(service) }),
    ],
    'support.remove': internal,
  },
  release_bundle: {
    import: [
      'change',
      ({ who }, { bundle }) =>
        texts.change.releaseBundle({ who, name: isolated(`${bundle.name} ${bundle.version}`) }),
    ],
    begin: internal,
    complete: [
      'change',
      ({ who, state }) => texts.change.releaseBundleCreated({ who, name: bundleOf(state) }),
    ],
    fail: [
      'change',
      ({ state }) => ({ refused: texts.change.releaseBundleFailed({ name: bundleOf(state) }) }),
    ],
    begin_promotion: [
      'change',
      ({ who, state }, { environment }) =>
        texts.change.releaseBundlePromotion({
          who,
          name: bundleOf(state),
          environment: isolated(environment),
        }),
    ],
    end_promotion: [
      'change',
      ({ state }, { outcome }) =>
        outcome.status === 'failed'
          ? { refused: texts.change.releaseBundlePromotionFailed({ name: bundleOf(state) }) }
          : null,
    ],
    delete: [
      'change',
      ({ who }, { name, version }) =>
        texts.change.releaseBundleDeleted({ who, name: isolated(`${name} ${version}`) }),
    ],
  },
  build: {
    publish: [
      'change',
      ({ who }, { build }) =>
        texts.change.build({ who, name: isolated(build.name), number: isolated(build.number) }),
    ],
    promote: [
      'change',
      ({ who, state }) =>
        texts.change.buildPromoted({
          who,
          name: isolated(state?.state === 'published' ? state.build.name : ''),
          number: isolated(state?.state === 'published' ? state.build.number : ''),
        }),
    ],
    delete: [
      'change',
      ({ who, state }) =>
        texts.change.buildDeleted({
          who,
          name: isolated(state?.state === 'deleted' ? state.name : ''),
          number: isolated(state?.state === 'deleted' ? state.number : ''),
        }),
    ],
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
  advisories: {
    import: ['change', ({ who }) => texts.change.advisories({ who })],
    compare: ['change', () => texts.change.compared],
  },
  followed_packages: {
    follow: ['change', ({ who }, { package: name }) => texts.change.followed({ who, name: isolated(name) })],
    unfollow: [
      'change',
      ({ who }, { package: name }) => texts.change.unfollowed({ who, name: isolated(name) }),
    ],
  },
  download_rules: {
    set: ['change', ({ who }) => texts.change.downloadRules({ who })],
  },
  download_violations: {
    violate: [
      'reading',
      ({ who }, { violation }) => ({
        refused: texts.reading.violation({
          who,
          name: isolated(violation.package),
          version: isolated(violation.version),
          rule: isolated(violation.rule),
        }),
      }),
    ],
  },
  webhook: {
    create: ['change', ({ who }, { webhook }) => texts.webhook.created({ who, name: isolated(webhook.key) })],
    change: ['change', ({ who }, { webhook }) => texts.webhook.changed({ who, name: isolated(webhook.key) })],
    disable: [
      'change',
      ({ state }, { reason }) => texts.webhook.disabled[reason]({ name: webhookOf(state) }),
    ],
    pause: [
      'change',
      ({ who, state }, { paused }) =>
        texts.webhook[paused ? 'paused' : 'resumed']({ who, name: webhookOf(state) }),
    ],
    rotate: ['change', ({ who, state }) => texts.webhook.rotated({ who, name: webhookOf(state) })],
    retire: ['change', ({ who, state }) => texts.webhook.retired({ who, name: webhookOf(state) })],
    delete: [
      'change',
      ({ who, state }) =>
        texts.webhook.deleted({ who, name: isolated(state?.state === 'deleted' ? state.key : '') }),
    ],
  },
  webhook_cursor: { advance: internal },
  webhook_delivery: {
    send: internal,
    retry: internal,
    discard: internal,
    give_up: internal,
    cancel: internal,
    redeliver: [
      'change',
      ({ who }, { message }) => texts.webhook.redelivered({ who, id: isolated(message.id) }),
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
  outbound_proxy: {
    create: ['change', ({ who }, { proxy }) => texts.proxy.created({ who, name: isolated(proxy.key) })],
    change: ['change', ({ who }, { proxy }) => texts.proxy.changed({ who, name: isolated(proxy.key) })],
    delete: [
      'change',
      ({ who, state }) =>
        texts.proxy.deleted({ who, name: isolated(state?.state === 'deleted' ? state.key : '') }),
    ],
  },
  git_connection: {
    connect: ['change', ({ who }, { fields }) => texts.git.connected({ who, name: isolated(fields.name) })],
    change: ['change', ({ who }, { fields }) => texts.git.changed({ who, name: isolated(fields.name) })],
    choose_products: ['change', ({ who }) => texts.git.products({ who })],
    choose_repositories: ['change', ({ who }) => texts.git.repositories({ who })],
    delete: [
      'change',
      ({ who, state }) =>
        texts.git.deleted({ who, name: isolated(state?.state === 'deleted' ? state.name : '') }),
    ],
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
  cleanup_policy: {
    create: ['change', ({ who }, { policy }) => texts.cleanup.created({ who, name: isolated(policy.key) })],
    change: ['change', ({ who }, { policy }) => texts.cleanup.changed({ who, name: isolated(policy.key) })],
    enable: [
      'change',
      ({ who, state }, { enabled }) =>
        texts.cleanup[enabled ? 'enabled' : 'disabled']({ who, name: policyOf(state) }),
    ],
    begin_run: ['change', ({ who, state }) => texts.cleanup.began({ who, name: policyOf(state) })],
    end_run: ['change', ({ state }) => texts.cleanup.ended({ name: policyOf(state) })],
    delete: [
      'change',
      ({ who, state }) =>
        texts.cleanup.deleted({ who, name: isolated(state?.state === 'deleted' ? state.key : '') }),
    ],
  },
  repository: {
    create: [
      'change',
      ({ who }, { repository }) => texts.repository.created({ who, name: isolated(repository.key) }),
    ],
    change: [
      'change',
      ({ who }, { repository }) => texts.repository.changed({ who, name: isolated(repository.key) }),
    ],
    delete: [
      'change',
      ({ who, state }) =>
        texts.repository.deleted({ who, name: isolated(state?.state === 'deleted' ? state.key : '') }),
    ],
  },
  package: {
    deploy: ['change', ({ who }, { path }) => texts.file.stored({ who, path: isolated(path) })],
    publish: [
      'change',
      ({ who }, { name, version }) =>
        texts.version.published({ who, name: isolated(name), version: isolated(version) }),
    ],
    deprecate: [
      'change',
      ({ who }, { name, version, reason }) => {
        const text = reason === null ? texts.version.restored : texts.version.deprecated;
        return text({ who, name: isolated(name), version: isolated(version) });
      },
    ],
    yank: [
      'change',
      ({ who }, { name, version, yanked }) => {
        const text = yanked ? texts.version.yanked : texts.version.unyanked;
        return text({ who, name: isolated(name), version: isolated(version) });
      },
    ],
    tag: [
      'change',
      ({ who }, { name, tag, version }) => {
        const names = { who, name: isolated(name), tag: isolated(tag) };
        return version === null
          ? texts.version.tagRemoved(names)
          : texts.version.tagged({ ...names, version: isolated(version) });
      },
    ],
    annotate: ['change', ({ who }, { path }) => texts.file.annotated({ who, path: isolated(path) })],
    remove: ['change', ({ who }, { path }) => texts.file.removed({ who, path: isolated(path) })],
    trash: ['change', ({ who }, { path }) => texts.file.trashed({ who, path: isolated(path) })],
    archive: ['change', ({ who }, { path }) => texts.file.archived({ who, path: isolated(path) })],
    restore: [
      'change',
      ({ who }, { item, path }) =>
        (isArchived(item) ? texts.file.unarchived : texts.file.restored)({ who, path: isolated(path) }),
    ],
    purge: [
      'change',
      ({ who }, { item, path }) =>
        (isArchived(item) ? texts.file.archivedPurged : texts.file.purged)({ who, path: isolated(path) }),
    ],
    upstream_differs: ['change', (_, { path }) => texts.file.upstreamDiffers({ path: isolated(path) })],
  },
  download: {
    // sums of lines of the access log
    count: internal,
    serve: [
      'reading',
      ({ who }, { download }) =>
        texts.reading.file({ who, path: isolated(`${download.repository}/${download.path}`) }),
    ],
  },
  node: {
    join: [
      'server',
      (_, { service, node }) =>
        texts.server.nodeJoined({ node: isolated(node.node_id), service: serviceName(service) }),
    ],
    remove: ['change', nodeRemoved],
  },
  server: {
    start: ['server', (_, { version }) => texts.server.started({ version: isolated(version) })],
    reload: ['server', () => texts.server.reloaded],
    stop: ['server', (_, { reason }) => (reason === 'signal' ? texts.server.stopped : texts.server.failed)],
    repair: ['server', () => texts.server.repaired],
    sweep: internal,
    drop_visitors: ['server', (_, { day }) => texts.server.visitorsDropped({ day: isolated(day) })],
  },
  reading: {
    open: ['reading', ({ who, name }, { subject }) => opened(who, subject, name)],
    download: ['reading', ({ who }, { subject }) => downloaded(who, subject)],
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

type Subject = Events['reading']['subject'];

function opened(who: string, subject: Subject, nameOf: (person: string) => string): string {
  if (subject.kind === 'log') return texts.reading.log({ who, name: isolated(subject.id) });
  if (subject.kind === 'support_bundle') return texts.reading.bundle({ who, name: isolated(subject.bundle) });
  if (subject.kind === 'session') return texts.reading.session({ who });
  // the list of acts is read under these names
  if (subject.stream === 'all') return texts.reading.acts({ who });
  if (subject.stream.startsWith('user/'))
    return texts.reading.actsOf({ who, user: nameOf(subject.stream.slice('user/'.length)) });
  return texts.reading.stream({ who, name: isolated(subject.stream) });
}

function downloaded(who: string, subject: Subject): string {
  if (subject.kind === 'log') return texts.reading.logFile({ who, name: isolated(subject.id) });
  if (subject.kind === 'support_bundle') return texts.reading.bundle({ who, name: isolated(subject.bundle) });
  if (subject.kind === 'session') return texts.reading.sessionFile({ who });
  return texts.reading.streamFile({ who, name: isolated(subject.stream) });
}

function nodeRemoved({ who, state }: About<'node'>): string {
  const member = state && 'node' in state ? state.node : null;
  const node = isolated(member?.node_id ?? '');
  const service = state && 'service' in state ? serviceName(state.service) : '';
  return texts.change.nodeRemoved({ who, node, service });
}
