import { area } from './i18n/area';

// The pages whose feature comes later: what each will hold, and what works now.

export const coming = {
  page: {
    badge: 'Comes in a later release',
    now: 'Available now',
    needs: 'Requirements',
    licences: 'View the installed licence',
    askAdmin: 'An administrator can see which licence is installed.',
    general: 'This page has no content yet. It comes in a later release.',
  },
  later: {
    releaseBundlesTeaser:
      'A release bundle is a signed list of artifacts that belong together. It is created once, cannot be changed afterwards, and is sent as a whole to where it is needed.',
    securityPolicies:
      'Policies for unacceptable vulnerabilities and licences, and for what happens when one is found, will be managed here.',
    'admin.monitoring.pdn':
      'The groups of the private distribution network and their nodes will be monitored here: what each node holds, and how fast it passes it on.',
    'admin.topology': 'The servers of the platform and their connections will be shown here as a map.',
    'admin.topologyTeaser':
      'Topology shows all servers of a platform on one map: where they are, which services they run, and what is replicated between them.',
    'admin.pipelinesTeaser':
      'Pipelines build, test and deliver the contents of your repositories, step by step. Every run is kept with its inputs and outputs.',
    'admin.securityTeaser':
      'Security and compliance finds known vulnerabilities and unwanted licences in everything that is stored, and blocks what violates a policy.',
    'admin.pdnTeaser':
      'A private distribution network delivers large releases to many machines at once: nodes near the machines fetch a file once and pass it on to each other.',
  },
  needs: {
    releaseBundlesTeaser:
      'The distribution service, and an Enterprise Plus licence for creating bundles. With an Edge licence, bundles can be received.',
    'admin.topologyTeaser': 'The mission control service and an Enterprise licence or above.',
    'admin.pipelinesTeaser': 'The pipelines service and an Enterprise licence or above.',
    'admin.securityTeaser': 'The scanning service, and a Commercial, trial, Edge or Enterprise licence.',
    'admin.pdnTeaser': 'The tracker and distribution services, and an Enterprise Plus licence.',
  },
  target: {
    sessionActivity: 'Every step of this session, live, with the rule that decided it.',
    integrations: 'Developer tools and continuous integration, each with its set-up.',
    userProfile: 'Your account, your password, your second factor and your signed-in sessions.',
    releaseBundles: 'The tabs of the distribution service.',
    'admin.licenses.licenses': 'The installed licence.',
    'admin.monitoring.status': 'The services of the platform and their nodes, live.',
    'admin.repositories': 'The repositories of this installation.',
    'admin.projects': 'The projects of this installation.',
  },
} as const;

export const texts = area('coming', coming);
