import { portOf } from '@/lib/hostAndPort';

/** How Docker clients, which only know a host, distinguish repositories. The names are those of the platform. */
export const dockerMethods = ['REPOPATHPREFIX', 'SUBDOMAIN', 'PORTPERREPO'] as const;
export type DockerMethod = (typeof dockerMethods)[number];

/** A repository that has a host or a port of its own. */
export interface ProxiedRepository {
  key: string;
  /** Null where the method is not the one by ports. */
  port: number | null;
}

/** The settings of a reverse proxy, by the platform's names. */
export interface ReverseProxy {
  serverName: string;
  dockerReverseProxyMethod: DockerMethod;
  reverseProxyRepositories: readonly ProxiedRepository[];
  useHttps: boolean;
  useHttp: boolean;
  httpsPort: number;
  httpPort: number;
}

/** The fields of its form. */
export type ProxyFields = {
  serverName: string;
  /** The address of the server behind the proxy. */
  upstream: string;
  dockerReverseProxyMethod: string;
  reverseProxyRepositories: string;
  useHttps: boolean;
  useHttp: boolean;
  httpsPort: string;
  httpPort: string;
};

export const HTTP_PORT = 80;
export const HTTPS_PORT = 443;
const HOST_LETTERS_MAX = 253;

export const emptyFields: ProxyFields = {
  serverName: '',
  upstream: '',
  dockerReverseProxyMethod: 'REPOPATHPREFIX',
  reverseProxyRepositories: '',
  useHttps: true,
  useHttp: true,
  httpsPort: String(HTTPS_PORT),
  httpPort: String(HTTP_PORT),
};

/** A host name as in an address: labels of letters, digits and hyphens, without scheme, port or path. */
export function isHostName(name: string): boolean {
  const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
  return name.length <= HOST_LETTERS_MAX && name.split('.').every(part => label.test(part));
}

export function methodOf(value: string): DockerMethod {
  return dockerMethods.find(method => method === value) ?? 'REPOPATHPREFIX';
}

// what is a key of a repository is a label of a host too, where it becomes one
const REPOSITORY_KEY = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** The repositories of the lines that were typed: `key` or `key port`; null where a line is neither. */
export function repositoriesOf(typed: string, method: DockerMethod): readonly ProxiedRepository[] | null {
  if (method === 'REPOPATHPREFIX') return [];
  const lines = typed.split('\n').map(line => line.trim());
  const read = lines.filter(Boolean).map(line => {
    const [key = '', port, ...rest] = line.split(/[\s:]+/);
    const number = port === undefined ? null : portOf(port);
    const whole = method === 'PORTPERREPO' ? number !== null : port === undefined;
    return whole && rest.length === 0 && REPOSITORY_KEY.test(key) ? { key, port: number } : null;
  });
  const known = read.filter(repository => repository !== null);
  const keys = new Set(known.map(({ key }) => key));
  const ports = new Set(known.map(({ port }) => port));
  const unique = keys.size === read.length && (method !== 'PORTPERREPO' || ports.size === read.length);
  return read.length > 0 && known.length === read.length && unique ? known : null;
}

/** Whether a port would be listened on twice. */
export function usesPortTwice(proxy: ReverseProxy): boolean {
  const ports = [
    ...(proxy.useHttp ? [proxy.httpPort] : []),
    ...(proxy.useHttps ? [proxy.httpsPort] : []),
    ...proxy.reverseProxyRepositories.flatMap(({ port }) => port ?? []),
  ];
  return new Set(ports).size < ports.length;
}

/** The proxy that the fields say; they have been checked before. */
export function proxyOf(fields: ProxyFields): ReverseProxy {
  const method = methodOf(fields.dockerReverseProxyMethod);
  return {
    serverName: fields.serverName.trim().toLowerCase(),
    dockerReverseProxyMethod: method,
    reverseProxyRepositories: repositoriesOf(fields.reverseProxyRepositories, method) ?? [],
    useHttps: fields.useHttps,
    useHttp: fields.useHttp,
    httpsPort: portOf(fields.httpsPort) ?? HTTPS_PORT,
    httpPort: portOf(fields.httpPort) ?? HTTP_PORT,
  };
}
