// covers: [FORM-01]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { drafts } from '@/lib/drafts';
import { portOf } from '@/lib/hostAndPort';
import { FakeServer } from '@/test/fakeServer';
import { enter, startConsole } from '@/test/harness';
import { emptyFields, isHostName, proxyOf, repositoriesOf } from './reverseProxy';
import { apacheOf, nginxOf, publicUrl, serverOf } from './snippets';
import { isUpstream, upstreamAt } from './upstream';

beforeEach(() => drafts.set(0));

const proxy = proxyOf({ ...emptyFields, serverName: 'Waybill.Example.org' });

test('the ports begin as those of the protocols', () => {
  expect(proxy).toEqual({
    serverName: 'waybill.example.org',
    dockerReverseProxyMethod: 'REPOPATHPREFIX',
    reverseProxyRepositories: [],
    useHttps: true,
    useHttp: true,
    httpsPort: 443,
    httpPort: 80,
  });
});

test('a port is a whole number from 1 to 65535', () => {
  expect(['1', '80', ' 443 ', '65535'].map(portOf)).toEqual([1, 80, 443, 65_535]);
  for (const typed of ['', '0', '65536', '-1', '8.5', '1e3', '0x50', 'http', '000000443'])
    expect(portOf(typed), typed).toBeNull();
});

test('a host name has no scheme, no port, no path and nothing that ends a line of a configuration', () => {
  for (const name of ['waybill', 'waybill.example.org', 'a-1.b', 'x'.repeat(63)])
    expect(isHostName(name), name).toBe(true);
  for (const name of [
    '',
    '-a',
    'a-',
    'a..b',
    'a.',
    'http://a',
    'a:80',
    'a/b',
    'a b',
    'a;b',
    'a\nb',
    'x'.repeat(64),
  ])
    expect(isHostName(name), name).toBe(false);
  expect(isHostName(Array(64).fill('abc').join('.'))).toBe(false);
});

test('repositories are one a line, each once, with a port of its own where that is the method', () => {
  expect(repositoriesOf('a\n\n b-2 \n', 'SUBDOMAIN')).toEqual([
    { key: 'a', port: null },
    { key: 'b-2', port: null },
  ]);
  expect(repositoriesOf('a 5001\nb:5002', 'PORTPERREPO')).toEqual([
    { key: 'a', port: 5001 },
    { key: 'b', port: 5002 },
  ]);
  for (const typed of ['', 'a a', 'a\na', 'a 5001', 'A', 'a;b'])
    expect(repositoriesOf(typed, 'SUBDOMAIN'), typed).toBeNull();
  for (const typed of ['', 'a', 'a 0', 'a 5001\nb 5001', 'a 1 2'])
    expect(repositoriesOf(typed, 'PORTPERREPO'), typed).toBeNull();
  expect(repositoriesOf('whatever !', 'REPOPATHPREFIX')).toEqual([]);
});

test('nginx leads to HTTPS, and the socket is upgraded before all else goes to the server', () => {
  expect(nginxOf(proxy)).toBe(`upstream waybill {
    server 127.0.0.1:8046;
}

server {
    listen 80;
    server_name waybill.example.org;
    return 301 https://$host$request_uri;
}

server {
    listen 443 ssl;
    server_name waybill.example.org;
    ssl_certificate certificates/waybill.example.org.pem;
    ssl_certificate_key certificates/waybill.example.org.key;
    # how much may be uploaded is for the server to say
    client_max_body_size 0;
    proxy_request_buffering off;

    location = /ui/api/v1/socket {
        proxy_pass http://waybill;
        proxy_set_header Upgrade $http_upgrade;
        proxy_set_header Connection "upgrade";
        proxy_read_timeout 75s;
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
    }

    location / {
        proxy_pass http://waybill;
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
    }
}
`);
});

test('Apache does the same', () => {
  expect(apacheOf(proxy)).toBe(`# leave out what Apache listens on already
Listen 80
Listen 443

<VirtualHost *:80>
    ServerName waybill.example.org
    Redirect permanent "/" "https://waybill.example.org/"
</VirtualHost>

<VirtualHost *:443>
    ServerName waybill.example.org
    SSLEngine on
    SSLCertificateFile certificates/waybill.example.org.pem
    SSLCertificateKeyFile certificates/waybill.example.org.key
    ProxyPreserveHost On
    AllowEncodedSlashes NoDecode
    # the first that fits counts, so the socket stands before the rest
    ProxyPass "/ui/api/v1/socket" "http://127.0.0.1:8046/ui/api/v1/socket" upgrade=websocket timeout=75
    ProxyPass "/" "http://127.0.0.1:8046/" nocanon
    ProxyPassReverse "/" "http://127.0.0.1:8046/"
</VirtualHost>
`);
});

test('the server is where the page comes from, unless a proxy is there already', () => {
  const at = (address: string) => upstreamAt(new URL(address) as unknown as Location);
  expect(at('http://127.0.0.1:9046/ui/')).toBe('127.0.0.1:9046');
  expect(at('http://localhost:3000/ui/')).toBe('localhost:3000');
  expect(at('http://192.168.7.4:8046/ui/')).toBe('192.168.7.4:8046');
  expect(at('http://[::1]:9046/ui/')).toBe('[::1]:9046');
  expect(at('http://127.0.0.1/ui/')).toBe('127.0.0.1:80');
  for (const proxied of [
    'https://waybill.example.org',
    'https://127.0.0.1:8443',
    'http://waybill.example.org',
  ])
    expect(at(proxied), proxied).toBe('127.0.0.1:8046');
  expect(nginxOf(proxy, 'waybill-1:9046')).toContain('    server waybill-1:9046;');
  expect(apacheOf(proxy, '[::1]:9046')).not.toContain('8046');
});

test('the address of the server is a host and a port, and nothing that ends a line of a configuration', () => {
  for (const typed of ['127.0.0.1:8046', ' waybill-1:80 ', 'a.example.org:65535', '[::1]:9046'])
    expect(isUpstream(typed), typed).toBe(true);
  for (const typed of [
    '',
    '8046',
    'a',
    'a:',
    ':80',
    'http://a:80',
    'a:0',
    'a:80/b',
    'a:80;',
    'a\nb:80',
    '::1:80',
  ])
    expect(isUpstream(typed), typed).toBe(false);
});

test('the public address names the port only where it is not the usual one', () => {
  expect(publicUrl(proxy)).toBe('https://waybill.example.org');
  expect(publicUrl({ ...proxy, httpsPort: 8443 })).toBe('https://waybill.example.org:8443');
  expect(publicUrl({ ...proxy, useHttps: false })).toBe('http://waybill.example.org');
  expect(serverOf({ ...proxy, useHttps: false, httpPort: 8080 })).toBe(
    'public_url = "http://waybill.example.org:8080"\n',
  );
  expect(nginxOf({ ...proxy, httpsPort: 8443 })).toContain('return 301 https://$host:8443$request_uri;');
  expect(nginxOf({ ...proxy, useHttps: false })).not.toMatch(/ssl|301/);
  expect(apacheOf({ ...proxy, useHttp: false })).not.toMatch(/Listen 80$|Redirect/m);
});

test('a repository has a host or a port of its own, and nothing of the console there', () => {
  const bySubdomain = { ...proxy, reverseProxyRepositories: [{ key: 'docker-local', port: null }] };
  const own = nginxOf(bySubdomain).split('server_name docker-local.waybill.example.org;')[1] ?? '';
  expect(own).toContain('proxy_pass http://waybill/artifactory/api/docker/docker-local/v2/;');
  expect(own).not.toContain('/ui/api');
  expect(nginxOf(bySubdomain)).toContain('server_name waybill.example.org docker-local.waybill.example.org;');
  const byPort = apacheOf({ ...proxy, reverseProxyRepositories: [{ key: 'docker-local', port: 5001 }] });
  expect(byPort).toContain('Listen 5001');
  expect(byPort.split('<VirtualHost *:5001>')[1]).toContain(
    'ProxyPass "/v2/" "http://127.0.0.1:8046/artifactory/api/docker/docker-local/v2/" nocanon',
  );
});

test('a grid of 24 columns gives a box 24, 18, 12, 8 or 6 of them, with a gutter of 25', () => {
  const css = readFileSync(join(import.meta.dirname, '../../ui/Columns.module.css'), 'utf8');
  expect(css).toContain('repeat(24, minmax(0, 1fr))');
  expect([...css.matchAll(/span (\d+)/g)].map(([, columns]) => Number(columns))).toEqual([24, 18, 12, 8, 6]);
  expect(css).toContain('row-gap: 25px');
  expect(css).toContain('margin-inline: 12.5px');
});

async function openForm() {
  const server = new FakeServer();
  server.signIn();
  const started = startConsole('/admin/proxies/configuration/new', server);
  await screen.findByRole('heading', { name: 'New proxy', level: 1 });
  return started;
}

test('the form marks what is wrong, keeps the draft, and makes the files', async () => {
  const { user } = await openForm();
  const name = screen.getByRole('textbox', { name: 'Server name' });
  const make = screen.getByRole('button', { name: 'Create configuration' });
  expect(screen.getByText(/Nothing is stored on the server/)).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'HTTPS port' })).toHaveValue('443');
  expect(screen.getByRole('textbox', { name: 'HTTP port' })).toHaveValue('80');
  expect(drafts.get()).toBe(0);

  await user.click(make);
  expect(screen.getByText('Enter the host name.')).toBeInTheDocument();
  await waitFor(() => expect(name).toHaveFocus());
  expect(screen.queryByRole('heading', { name: 'Generated configuration' })).toBeNull();

  await enter(user, name, 'https://waybill.example.org');
  expect(drafts.get()).toBe(1);
  await user.clear(screen.getByRole('textbox', { name: 'HTTPS port' }));
  await user.type(screen.getByRole('textbox', { name: 'HTTPS port' }), '80');
  await user.click(make);
  expect(screen.getByText(/Not a valid host name/)).toBeInTheDocument();
  expect(screen.getAllByText('Each port can be used only once.')).toHaveLength(2);

  await user.clear(name);
  await enter(user, name, 'waybill.example.org');
  await user.click(screen.getByRole('checkbox', { name: 'Answer over HTTP' }));
  await user.click(screen.getByRole('checkbox', { name: 'Answer over HTTPS' }));
  await user.click(make);
  expect(screen.getByText('Choose HTTPS, HTTP or both.')).toBeInTheDocument();

  await user.click(screen.getByRole('checkbox', { name: 'Answer over HTTPS' }));
  await user.clear(screen.getByRole('textbox', { name: 'HTTPS port' }));
  await user.type(screen.getByRole('textbox', { name: 'HTTPS port' }), '8443');
  await user.click(make);
  const heading = await screen.findByRole('heading', { name: 'Generated configuration' });
  expect(heading).toHaveFocus();
  const server = screen.getByRole('region', { name: 'waybill.toml' });
  expect(server).toHaveTextContent('public_url = "https://waybill.example.org:8443"');
  await user.click(screen.getByRole('button', { name: 'Copy waybill.toml' }));
  expect(await navigator.clipboard.readText()).toBe('public_url = "https://waybill.example.org:8443"\n');

  await user.selectOptions(screen.getByRole('combobox', { name: /Docker/ }), 'By port: host:port/image');
  expect(screen.queryByRole('heading', { name: 'Generated configuration' })).toBeNull();
  expect(screen.getByText(/The settings have changed/)).toBeInTheDocument();
  await enter(user, screen.getByRole('textbox', { name: 'Repositories' }), 'docker-local 8443');
  await user.click(make);
  expect(screen.getByText('Each port can be used only once.')).toBeInTheDocument();
  await user.clear(screen.getByRole('textbox', { name: 'Repositories' }));
  await enter(user, screen.getByRole('textbox', { name: 'Repositories' }), 'docker-local 5001');
  await user.click(make);
  const own = screen.getByRole('textbox', { name: 'Address of this server' });
  await user.clear(own);
  await user.click(make);
  expect(screen.getByText(/Enter a host and a port/)).toBeInTheDocument();
  await enter(user, own, 'waybill-1:9046');
  await user.click(make);
  const nginx = await screen.findByRole('region', { name: 'waybill.example.org.nginx.conf' });
  expect(within(nginx).getByText(/server waybill-1:9046;/)).toBeInTheDocument();
  expect(within(nginx).getByText(/listen 5001 ssl;/)).toBeInTheDocument();
});

test('a file that is downloaded is the one that is shown', async () => {
  const { user } = await openForm();
  await user.type(screen.getByRole('textbox', { name: 'Server name' }), 'waybill');
  await user.click(screen.getByRole('button', { name: 'Create configuration' }));
  const blobs: Blob[] = [];
  URL.createObjectURL = blob => {
    blobs.push(blob as Blob);
    return 'blob:of-it';
  };
  URL.revokeObjectURL = () => undefined;
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await user.click(await screen.findByRole('button', { name: 'Download waybill.apache.conf' }));
  expect(names).toEqual(['waybill.apache.conf']);
  const { host } = window.location;
  expect(await blobs[0]?.text()).toBe(apacheOf(proxyOf({ ...emptyFields, serverName: 'waybill' }), host));
  expect(await blobs[0]?.text()).toContain(`"http://${host}/"`);
});
