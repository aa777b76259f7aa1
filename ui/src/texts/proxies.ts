import { area } from './i18n/area';

// The reverse proxy in front of the console: its settings, and the generated configuration.

export const proxies = {
  lead: 'Say at which address people reach this console, and get the configuration of a reverse proxy that stands before it.',
  later:
    'Nothing here is kept on the server: keeping proxies comes in a later release. Until then, download what you need before you leave.',
  serverName: 'Server name',
  serverNameText: 'The host name that people type, such as waybill.example.org.',
  serverNameMissing: 'Enter the host name.',
  serverNameWrong:
    'This is no host name. It has letters, digits, hyphens and dots, and neither scheme nor port.',
  useHttps: 'Answer over HTTPS',
  httpsPort: 'HTTPS port',
  useHttp: 'Answer over HTTP',
  httpPort: 'HTTP port',
  httpText: 'With both, HTTP only leads to HTTPS.',
  noProtocol: 'Choose HTTPS, HTTP or both.',
  portWrong: 'A port is a whole number from 1 to 65535.',
  portTwice: 'Each port can be used once.',
  method: 'Docker reverse proxy method',
  methodText: 'How Docker clients say which repository they mean. They are answered in a later release.',
  methods: {
    REPOPATHPREFIX: 'By the path: host/repository/image',
    SUBDOMAIN: 'By a subdomain: repository.host/image',
    PORTPERREPO: 'By a port: host:port/image',
  },
  repositories: 'Repositories',
  repositoriesText: {
    SUBDOMAIN: 'One key a line, such as docker-local.',
    PORTPERREPO: 'A key and its port a line, such as docker-local 5001.',
  },
  repositoriesWrong: {
    SUBDOMAIN: 'Enter at least one key of small letters, digits and hyphens, one a line, each once.',
    PORTPERREPO:
      'Enter at least one line with a key and a port of its own, such as docker-local 5001, each once.',
  },
  make: 'Make the configuration',
  made: 'The configuration',
  madeText:
    'Put it into files of these names. The certificates, and where this server listens if not at 127.0.0.1:8046, are yours to change.',
  changed: 'Something was changed since. Make the configuration again.',
  server: 'This server',
  serverText: 'Behind a proxy it has to know the address that browsers use, or it refuses their requests.',
  copyOf: 'Copy {{file}}',
  downloadOf: 'Download {{file}}',
} as const;

export const texts = area('proxies', proxies);
