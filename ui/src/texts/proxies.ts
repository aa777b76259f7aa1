import { area } from './i18n/area';

// The reverse proxy in front of the console: its settings, and the generated configuration.

export const proxies = {
  lead: 'Enter the address of this console to create the configuration of a reverse proxy in front of it.',
  later: 'Nothing is stored on the server. Download what you need before you leave this page.',
  serverName: 'Server name',
  serverNameText: 'The host name that people type, such as waybill.example.org.',
  serverNameMissing: 'Enter the host name.',
  serverNameWrong:
    'Not a valid host name. Use letters, digits, hyphens and dots, without a scheme or a port.',
  upstream: 'Address of this server',
  upstreamText: 'Where the proxy reaches the server: its host and port, such as 127.0.0.1:8046.',
  upstreamWrong: 'Enter a host and a port, such as 127.0.0.1:8046, without a scheme.',
  useHttps: 'Answer over HTTPS',
  httpsPort: 'HTTPS port',
  useHttp: 'Answer over HTTP',
  httpPort: 'HTTP port',
  httpText: 'If both are selected, HTTP redirects to HTTPS.',
  noProtocol: 'Choose HTTPS, HTTP or both.',
  portWrong: 'Enter a whole number from 1 to 65535.',
  portTwice: 'Each port can be used only once.',
  method: 'Docker reverse proxy method',
  methodText: 'How Docker clients name a repository.',
  methods: {
    REPOPATHPREFIX: 'By path: host/repository/image',
    SUBDOMAIN: 'By subdomain: repository.host/image',
    PORTPERREPO: 'By port: host:port/image',
  },
  repositories: 'Repositories',
  repositoriesText: {
    SUBDOMAIN: 'One key per line, such as docker-local.',
    PORTPERREPO: 'One key and its port per line, such as docker-local 5001.',
  },
  repositoriesWrong: {
    SUBDOMAIN:
      'Enter at least one key, one per line, without duplicates. Use lower-case letters, digits and hyphens.',
    PORTPERREPO:
      'Enter at least one line with a key and its own port, such as docker-local 5001, without duplicates.',
  },
  make: 'Create configuration',
  made: 'Generated configuration',
  madeText: 'Save it in files with these names. Change the certificates.',
  changed: 'The settings have changed. Create the configuration again.',
  server: 'This server',
  serverText:
    'Behind a proxy, the server must know the address that browsers use. Otherwise it rejects their requests.',
  copyOf: 'Copy {{file}}',
  downloadOf: 'Download {{file}}',
} as const;

export const texts = area('proxies', proxies);
