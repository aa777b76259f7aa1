import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Server } from './server';
import { Home, Terminal } from './terminal';

const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

/** A package of npm as its manifest says. */
export interface NpmPackage {
  name: string;
  version: string;
  [more: string]: unknown;
}

/** Publishes with npm and a token, into the repository `npm-local`. */
export async function publishWithNpm(
  home: Home,
  server: Server,
  token: string,
  manifest: NpmPackage,
  readme = '',
): Promise<void> {
  const { name, version } = manifest;
  const folder = `${name.replace('/', '-')}-${version}`;
  const registry = `${server.origin}/artifactory/api/npm/npm-local/`;
  home.write(folder, 'package.json', JSON.stringify(manifest));
  home.write(folder, 'README.md', readme);
  const credentials = `${registry.slice('http:'.length)}:_authToken=${token}`;
  home.write(folder, '.npmrc', `registry=${registry}\n${credentials}\n`);
  await home.enter(folder, `npm publish --tag ${version.includes('-') ? 'next' : 'latest'}`);
}

/** Publishes packages beside the browser, with a token of the administrator. */
export class Publisher {
  readonly terminal: Terminal;
  readonly #server: Server;
  readonly #home = new Home();

  constructor(server: Server) {
    this.terminal = new Terminal(server);
    this.#server = server;
  }

  /** Publishes with npm, into the repository `npm-local`. */
  async npm(manifest: NpmPackage, readme = ''): Promise<void> {
    const token = Buffer.from(this.terminal.authorization.slice('Basic '.length), 'base64')
      .toString()
      .slice(2);
    await publishWithNpm(this.#home, this.#server, token, manifest, readme);
  }

  /** Pushes an image of two layers into the repository `docker-local`, and returns its manifest. */
  async image(name: string, tag: string): Promise<string> {
    const layers = [await this.#blob(name, 'the base'), await this.#blob(name, `the top of ${tag}`)];
    const config = await this.#blob(
      name,
      JSON.stringify({
        ...{ os: 'linux', architecture: 'arm64' },
        history: [
          { created_by: '/bin/sh -c #(nop) ADD file:1 in / ' },
          { created_by: 'ENV GREETING=hello', empty_layer: true },
          { created_by: 'RUN /bin/sh -c apk add --no-cache curl # buildkit' },
        ],
      }),
    );
    const manifest = JSON.stringify({ schemaVersion: 2, mediaType: MANIFEST, config, layers });
    await this.send('PUT', `/v2/docker-local/${name}/manifests/${tag}`, manifest, MANIFEST);
    return manifest;
  }

  /** Sends a blob of an image, and returns what a manifest says of it. */
  async #blob(name: string, content: string): Promise<object> {
    const digest = `sha256:${sha256(content)}`;
    const path = `/v2/docker-local/${name}/blobs/uploads/?digest=${digest}`;
    await this.send('POST', path, content, 'application/octet-stream');
    return { mediaType: 'application/octet-stream', digest, size: content.length };
  }

  /** Publishes build 7 of `shop`, which has made an image with this manifest. */
  async build(id: string, tag: string, manifest: string): Promise<void> {
    const filter = `{packageId: "${id}", name: "${tag}"}`;
    const query = `{ versions(filter: ${filter}) { edges { node { repos { leadFilePath } } } } }`;
    const found = await this.send(
      'POST',
      '/metadata/api/v1/query',
      JSON.stringify({ query }),
      'application/json',
    );
    const file = (await found.json()).data.versions.edges[0].node.repos[0].leadFilePath;
    const properties = 'properties=build.name=shop;build.number=7';
    await this.send('PUT', `/artifactory/api/storage/docker-local/${file}?${properties}`, '', 'text/plain');
    const artifacts = [{ name: 'manifest.json', sha256: sha256(manifest) }];
    const build = {
      ...{ name: 'shop', number: '7', started: '2026-01-31T12:00:00.000+0000' },
      ...{ agent: { name: 'Jenkins', version: '2.440' }, modules: [{ id: 'shop:7', artifacts }] },
    };
    await this.terminal.put('api/build', JSON.stringify(build), 'application/json');
  }

  /** Has the server import an advisory of the severity critical, about the versions of a package before `fixed`. */
  advisory(name: string, fixed: string): void {
    const document = {
      ...{ schema_version: '1.6.0', id: 'GHSA-aaaa-bbbb-cccc', modified: '2026-01-02T00:00:00Z' },
      ...{ summary: `${name} opens by itself`, aliases: ['CVE-2026-1234'] },
      severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
      affected: [
        {
          package: { ecosystem: 'npm', name },
          ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }],
        },
      ],
    };
    this.#home.write('osv', 'one.json', JSON.stringify(document));
    this.#server.ask('advisories', 'import', `${this.#home.path}/osv/one.json`, '--data', this.#server.data);
  }

  /** Sends a request that succeeds. */
  async send(method: string, path: string, body: string, type: string): Promise<Response> {
    const headers = { authorization: this.terminal.authorization, 'content-type': type };
    const answer = await fetch(`${this.#server.origin}${path}`, { method, headers, body });
    expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
    return answer;
  }

  remove(): void {
    this.#home.remove();
  }
}
