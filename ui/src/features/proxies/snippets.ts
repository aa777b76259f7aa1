import { API_BASE } from '@/generated/api';
import { HTTP_PORT, HTTPS_PORT, type ReverseProxy } from './reverseProxy';
import { USUAL_UPSTREAM } from './upstream';

const SOCKET = `${API_BASE}socket`;
/** Longer than two of the pings that the server sends over an idle socket every 25 seconds. */
const SOCKET_IDLE_S = 75;

/** One address on which the proxy listens, and its rules. */
interface Listener {
  host: string;
  port: number;
  tls: boolean;
  /** The repository that Docker clients get here; null for the console's own. */
  repository: string | null;
}

/** The address that browsers use: by TLS where there is TLS, and without the port where it is the usual one. */
export function publicUrl(proxy: ReverseProxy): string {
  const [scheme, port, usual] = proxy.useHttps
    ? ['https', proxy.httpsPort, HTTPS_PORT]
    : ['http', proxy.httpPort, HTTP_PORT];
  return `${scheme}://${proxy.serverName}${port === usual ? '' : `:${port}`}`;
}

function listenersOf(proxy: ReverseProxy): readonly Listener[] {
  const tls = proxy.useHttps;
  const port = tls ? proxy.httpsPort : proxy.httpPort;
  const own = { host: proxy.serverName, port, tls, repository: null };
  const repositories = proxy.reverseProxyRepositories.map(({ key, port: ownPort }) => ({
    host: ownPort === null ? `${key}.${proxy.serverName}` : proxy.serverName,
    port: ownPort ?? port,
    tls,
    repository: key,
  }));
  return [own, ...repositories];
}

/** The hosts that are sent from HTTP to HTTPS: the server knows one public address only. */
function redirectedHosts(proxy: ReverseProxy): readonly string[] {
  if (!proxy.useHttp || !proxy.useHttps) return [];
  return [...new Set(listenersOf(proxy).map(({ host }) => host))];
}

const indented = (lines: readonly string[], by = '    ') => lines.map(line => (line ? by + line : line));

/** The configuration of nginx 1.18 or newer. */
export function nginxOf(proxy: ReverseProxy, upstream = USUAL_UPSTREAM): string {
  const common = ['proxy_http_version 1.1;', 'proxy_set_header Host $http_host;'];
  const location = (path: string, lines: readonly string[]) => [
    `location ${path} {`,
    ...indented([...lines, ...common]),
    '}',
  ];
  const console = [
    ...location(`= ${SOCKET}`, [
      'proxy_pass http://waybill;',
      'proxy_set_header Upgrade $http_upgrade;',
      'proxy_set_header Connection "upgrade";',
      `proxy_read_timeout ${SOCKET_IDLE_S}s;`,
    ]),
    '',
    ...location('/', ['proxy_pass http://waybill;']),
  ];
  // nothing but Docker's own addresses: the console has one origin
  const docker = (key: string) =>
    location('/v2/', [`proxy_pass http://waybill/artifactory/api/docker/${key}/v2/;`]);
  const server = ({ host, port, tls, repository }: Listener) => [
    '',
    'server {',
    ...indented([
      `listen ${port}${tls ? ' ssl' : ''};`,
      `server_name ${host};`,
      ...(tls
        ? [`ssl_certificate certificates/${host}.pem;`, `ssl_certificate_key certificates/${host}.key;`]
        : []),
      '# how much may be uploaded is for the server to say',
      'client_max_body_size 0;',
      'proxy_request_buffering off;',
      '',
      ...(repository === null ? console : docker(repository)),
    ]),
    '}',
  ];
  const hosts = redirectedHosts(proxy);
  const port = proxy.httpsPort === HTTPS_PORT ? '' : `:${proxy.httpsPort}`;
  const redirect = [
    '',
    'server {',
    ...indented([
      `listen ${proxy.httpPort};`,
      `server_name ${hosts.join(' ')};`,
      `return 301 https://$host${port}$request_uri;`,
    ]),
    '}',
  ];
  return `${[
    'upstream waybill {',
    `    server ${upstream};`,
    '}',
    ...(hosts.length > 0 ? redirect : []),
    ...listenersOf(proxy).flatMap(server),
  ].join('\n')}\n`;
}

/** The configuration of Apache 2.4.47 or newer, which needs mod_proxy_http, and mod_ssl for TLS. */
export function apacheOf(proxy: ReverseProxy, upstream = USUAL_UPSTREAM): string {
  const listeners = listenersOf(proxy);
  const hosts = redirectedHosts(proxy);
  const ports = [...listeners.map(({ port }) => port), ...(hosts.length > 0 ? [proxy.httpPort] : [])];
  const secure = proxy.httpsPort === HTTPS_PORT ? '' : `:${proxy.httpsPort}`;
  const console = [
    '# the first that fits counts, so the socket stands before the rest',
    `ProxyPass "${SOCKET}" "http://${upstream}${SOCKET}" upgrade=websocket timeout=${SOCKET_IDLE_S}`,
    `ProxyPass "/" "http://${upstream}/" nocanon`,
    `ProxyPassReverse "/" "http://${upstream}/"`,
  ];
  const docker = (key: string) => [
    `ProxyPass "/v2/" "http://${upstream}/artifactory/api/docker/${key}/v2/" nocanon`,
  ];
  const host = ({ host: name, port, tls, repository }: Listener) => [
    '',
    `<VirtualHost *:${port}>`,
    ...indented([
      `ServerName ${name}`,
      ...(tls
        ? [
            'SSLEngine on',
            `SSLCertificateFile certificates/${name}.pem`,
            `SSLCertificateKeyFile certificates/${name}.key`,
          ]
        : []),
      'ProxyPreserveHost On',
      'AllowEncodedSlashes NoDecode',
      ...(repository === null ? console : docker(repository)),
    ]),
    '</VirtualHost>',
  ];
  const redirect = (name: string) => [
    '',
    `<VirtualHost *:${proxy.httpPort}>`,
    ...indented([`ServerName ${name}`, `Redirect permanent "/" "https://${name}${secure}/"`]),
    '</VirtualHost>',
  ];
  return `${[
    '# leave out what Apache listens on already',
    ...[...new Set(ports)].sort((a, b) => a - b).map(port => `Listen ${port}`),
    ...hosts.flatMap(redirect),
    ...listeners.flatMap(host),
  ].join('\n')}\n`;
}

/** The server's own setting: it accepts requests of browsers from this address only. */
export function serverOf(proxy: ReverseProxy): string {
  return `public_url = "${publicUrl(proxy)}"\n`;
}
