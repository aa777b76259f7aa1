import { area } from './i18n/area';

// The pages whose feature comes later: what each will hold, and what works now.

export const coming = {
  page: {
    badge: 'Comes in a later release',
    named: 'This address names',
    now: 'What works now',
    needs: 'What it will need',
    licences: 'See the installed licence',
    askAdmin: 'An administrator can see which licence is installed.',
    general: 'This page has nothing to show yet. It gets its content in a later release.',
  },
  part: {
    packageId: 'Package',
    versionId: 'Version',
    vendorName: 'Vendor',
    webhookName: 'Webhook',
    proxyName: 'Proxy',
    userName: 'User',
    groupName: 'Group',
    path: 'Path',
    ssoLoginType: 'Kind of sign-on',
    type: 'Provider',
  },
  later: {
    forgotPassword:
      'Here you will be able to have a link sent to you by which you choose a new password. Until the server sends mail, an administrator can set a temporary password for you on the command line: waybill user reset-password.',
    resetPassword:
      'The link of a mail will lead here, and you choose a new password. No such mails are sent yet; an administrator can set a temporary password for you.',
    registration:
      'Here you will be able to make an account of your own, where the installation allows that. Until then an administrator makes accounts.',
    'cli-registration':
      'A command-line client that opens this page will be registered for your account here, after you have confirmed it.',
    'sso-login':
      'Signing in by another service (SAML, OAuth, HTTP or Crowd) will pass through here. For now everybody signs in with a user name and a password.',
    authProvider:
      'The answer of a sign-on provider will come in here. For now everybody signs in with a user name and a password.',
    packages:
      'Every package of your repositories will be listed here, with its versions, and of each version the readme, properties, builds, layers, files and known vulnerabilities. A search by name, type, licence or checksum will narrow the list.',
    'repos.tree':
      'The artifacts of every repository will be shown here as a tree of folders, each with its checksums, properties and the commands to fetch it.',
    builds:
      'The builds that your servers publish will be listed here, with the artifacts that each made and the dependencies that went into it.',
    releaseBundlesTeaser:
      'A release bundle is a signed list of artifacts that belong together. It is made once, cannot be changed afterwards, and is sent as a whole to the places that need it.',
    integrations:
      'Cards for source control, developer tools and continuous integration will be here. Each leads through setting up its tool: what to install, which commands to run, and for editors your personal API key.',
    'integrations.vendor':
      'The connections to this vendor will be listed here with their address, product and date. Administrators will connect, test, edit and remove them.',
    accountPortal:
      'This address will lead on to the portal where a subscription is managed. No portal is configured in this installation.',
    cliExtension:
      'A command-line client that wants to sign in with your account will ask for your consent here. No client has begun to sign in from this tab.',
    securityPolicies:
      'Policies that say which vulnerabilities and licences are not acceptable, and what is to happen then, will be kept here.',
    'admin.management.groups':
      'Groups will be listed here. Rights that a group has been given hold for all of its members.',
    'admin.management.groups.new':
      'A form for a new group will be here: its name, its members, and whether new accounts join it by themselves.',
    'admin.management.groups.edit': 'The members and the rights of one group will be changed here.',
    'admin.permissions.create':
      'A permission will be put together here: which repositories, builds or bundles it is about, and which users and groups may read, write, annotate or delete there.',
    'admin.repositories.local.new':
      'A repository for your own artifacts will be made here. You will choose the type of its packages, its name, and which paths it takes.',
    'admin.repositories.remote.new':
      'A repository that fetches from another server, and keeps what it fetched, will be made here. You will give its address, and how long what it keeps is fresh.',
    'admin.repositories.virtual.new':
      'A repository that shows several others under one address will be made here. You will choose which ones, in which order, and where uploads go.',
    'admin.configuration.webhooks':
      'Webhooks will be listed here: addresses that are told when an artifact is deployed, a build is promoted or a bundle is sent. You will add, test, edit and delete them.',
    'admin.configuration.webhooks.new':
      'A form for a webhook will be here: its name and address, the events it is told of, patterns, headers and secrets. A test will send one event at once.',
    'admin.configuration.webhooks.edit':
      'The address, events, patterns and secrets of one webhook will be changed here, and a test will send it one event.',
    'admin.configuration.integrations':
      'Applications that may ask people for access to the platform in their name will be registered here. People will be able to see and take back what they granted.',
    'admin.configuration.integrations.new':
      'A form for an application will be here: its name, type, address to come back to, and its client id. Its secret will be shown once.',
    'admin.proxies':
      'Proxies by which remote repositories and webhooks reach other servers will be listed here.',
    'admin.proxies.edit': 'The host, port and account of one proxy will be changed here.',
    'admin.monitoring.pdn':
      'The groups of the private distribution network and their nodes will be watched here: what each holds and how quickly it hands it on.',
    'admin.topology':
      'The servers of the platform, and which of them work together, will be drawn here as a map.',
    'admin.topologyTeaser':
      'Topology shows all servers of a platform on one map: where they stand, which services they run, and which copies go from where to where.',
    'admin.pipelinesTeaser':
      'Pipelines build, test and hand on what your repositories hold, step by step. Every run is kept with what went in and what came out.',
    'admin.securityTeaser':
      'Security and compliance looks for known vulnerabilities and for unwanted licences in everything that is stored, and stops what breaks a policy.',
    'admin.pdnTeaser':
      'A private distribution network brings large releases to many machines at once: nodes near the machines fetch a file once and hand it on among each other.',
  },
  needs: {
    releaseBundlesTeaser:
      'The distribution service, and an Enterprise Plus licence to make bundles. An edge licence receives them.',
    'admin.topologyTeaser': 'The mission control service and an Enterprise licence or above.',
    'admin.pipelinesTeaser': 'The pipelines service and an Enterprise licence or above.',
    'admin.securityTeaser': 'The scanning service, and a commercial, trial, edge or enterprise licence.',
    'admin.pdnTeaser': 'The tracker and distribution services, and an Enterprise Plus licence.',
  },
  target: {
    login: 'Sign in with your user name and password.',
    sessionActivity: 'Every step of this session, live, with the rule that decided it.',
    userProfile: 'Your account, your password, your second factor and where you are signed in.',
    insight: 'Figures of this session and where its machines stand.',
    tracker: 'What the machines of this session do, as it happens.',
    releaseBundles: 'The tabs of the distribution service.',
    'admin.artifactory.list': 'All pages of the administration, with a search.',
    'admin.licenses.licenses': 'The installed licence.',
    'admin.monitoring.status': 'The services of the platform and their nodes, live.',
    'admin.management.users': 'Who has an account, and who may administer.',
    'admin.projects': 'The projects of this installation.',
    'admin.proxies.new': 'Makes the configuration of a reverse proxy before this console.',
  },
  /** Menu entries without a page. */
  entries: {
    general: 'This entry has nothing behind it yet. It gets its content in a later release.',
    getting_started:
      'A short tour will begin here: the first repository, the first upload, and the people who are to work with both.',
    cloud_subscription:
      'What the subscription of this installation includes, and how much of it is used, will be shown here.',
    quick_repository:
      'One page will ask for a package type and make the local, remote and virtual repository that belong together.',
    set_me_up:
      'Pick a repository and a tool, and the commands that connect them will be here, with a token of your own in them.',
    documentation:
      'The documentation comes with the server and will open here, so that it also opens where there is no way out to the Internet.',
    learning_center:
      'Courses and examples for the console will be listed here. None is part of this release.',
  },
} as const;

export const texts = area('coming', coming);
