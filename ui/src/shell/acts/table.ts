import type { Events, States } from '@/generated/types';
import { texts } from '@/texts/acts';
import { texts as licenceTypes } from '@/texts/licenceTypes';
import { serviceName } from '@/texts/serviceName';
import { packageTable } from './packageTable';
import { isolated } from './people';
import { peopleTable } from './peopleTable';
import type { About, Table } from './sentences';
import { sessionTable } from './sessionTable';

/** The key of a webhook that exists. */
const webhookOf = (state: States['webhook'] | null) =>
  isolated(state?.state === 'existing' ? state.webhook.key : '');

/** A step that is no act by itself. */
const internal = null;

/**
 * What every recorded event is as a sentence, by machine, event and outcome. Events that are internal steps are shown
 * only on request. A test goes through all machines of the generated schema.
 */
export const table: Table = {
  ...sessionTable,
  ...peopleTable,
  ...packageTable,
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
  outbound_proxy: {
    create: ['change', ({ who }, { proxy }) => texts.proxy.created({ who, name: isolated(proxy.key) })],
    change: ['change', ({ who }, { proxy }) => texts.proxy.changed({ who, name: isolated(proxy.key) })],
    delete: [
      'change',
      ({ who, state }) =>
        texts.proxy.deleted({ who, name: isolated(state?.state === 'deleted' ? state.key : '') }),
    ],
  },
  mail_server: {
    create: ['change', ({ who }, { server }) => texts.mail.created({ who, name: isolated(server.host) })],
    change: ['change', ({ who }, { server }) => texts.mail.changed({ who, name: isolated(server.host) })],
    delete: ['change', ({ who }) => texts.mail.removed({ who })],
  },
  // the page of the mail server has what was sent
  mail_outbox: {
    queue: internal,
    begin: internal,
    sent: internal,
    deferred: internal,
    failed: internal,
    expired: internal,
  },
  distribution_target: {
    create: ['change', ({ who }, { target }) => texts.target.created({ who, name: isolated(target.key) })],
    change: ['change', ({ who }, { target }) => texts.target.changed({ who, name: isolated(target.key) })],
    delete: [
      'change',
      ({ who, state }) =>
        texts.target.deleted({ who, name: isolated(state?.state === 'deleted' ? state.key : '') }),
    ],
  },
  trusted_issuer: {
    create: ['change', ({ who }, { issuer }) => texts.issuer.created({ who, name: isolated(issuer.name) })],
    change: ['change', ({ who }, { issuer }) => texts.issuer.changed({ who, name: isolated(issuer.name) })],
    exchange: [
      'signIn',
      ({ state, name }, { rule, person, subject }) =>
        texts.issuer.exchanged({
          name: isolated(state?.state === 'existing' ? state.issuer.name : ''),
          user: name(person),
          rule: isolated(rule),
          subject: isolated(subject),
        }),
    ],
    delete: [
      'change',
      ({ who, state }) =>
        texts.issuer.deleted({ who, name: isolated(state?.state === 'deleted' ? state.name : '') }),
    ],
  },
  user_directory: {
    create: [
      'change',
      ({ who }, { directory }) => texts.directory.created({ who, name: isolated(directory.name) }),
    ],
    change: [
      'change',
      ({ who }, { directory }) => texts.directory.changed({ who, name: isolated(directory.name) }),
    ],
    delete: [
      'change',
      ({ who, state }) =>
        texts.directory.deleted({ who, name: isolated(state?.state === 'deleted' ? state.name : '') }),
    ],
  },
  sign_in_provider: {
    create: [
      'change',
      ({ who }, { provider }) => texts.provider.created({ who, name: isolated(provider.name) }),
    ],
    change: [
      'change',
      ({ who }, { provider }) => texts.provider.changed({ who, name: isolated(provider.name) }),
    ],
    delete: [
      'change',
      ({ who, state }) =>
        texts.provider.deleted({ who, name: isolated(state?.state === 'deleted' ? state.name : '') }),
    ],
  },
  provisioning: {
    set: [
      'change',
      ({ who }, { settings }) =>
        settings.enabled ? texts.provisioning.on({ who }) : texts.provisioning.off({ who }),
    ],
  },
  registration_settings: {
    set: [
      'change',
      ({ who }, { settings }) =>
        settings.enabled ? texts.registration.on({ who }) : texts.registration.off({ who }),
    ],
  },
  registration: {
    ask: ['signIn', () => texts.signIn.registrationAsked],
    // the account is the act
    use: internal,
    end: internal,
  },
  git_connection: {
    connect: ['change', ({ who }, { fields }) => texts.git.connected({ who, name: isolated(fields.name) })],
    change: ['change', ({ who }, { fields }) => texts.git.changed({ who, name: isolated(fields.name) })],
    choose_products: ['change', ({ who }) => texts.git.products({ who })],
    choose_repositories: ['change', ({ who }) => texts.git.repositories({ who })],
    turn_on_hooks: ['change', ({ who }) => texts.git.hooksOn({ who })],
    turn_off_hooks: ['change', ({ who }) => texts.git.hooksOff({ who })],
    record_hooks: internal,
    record_scan: internal,
    delete: [
      'change',
      ({ who, state }) =>
        texts.git.deleted({ who, name: isolated(state?.state === 'deleted' ? state.name : '') }),
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
