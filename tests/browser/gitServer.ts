// A server that answers as the REST API of GitLab does, version 4, as far as integrations ask it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const API = '/api/v4/';
const COMMIT = '6104942438c14ec7bd21c6cd5bd995272b3faff6';
const PER_PAGE = 20;

/** A project with its files. */
export interface Project {
  /** Its path: the group and the name. */
  path: string;
  visibility: 'private' | 'public';
  files: Readonly<Record<string, string>>;
}

/** An answer: JSON, or the text of a file. */
interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

const error = (status: number, message: string): Answer => ({ status, body: { message } });
const json = (body: unknown): Answer => ({ status: 200, body });

export class GitServer {
  readonly #http = createServer((request, response) => this.#answer(request, response));
  /** The paths that were asked for below the API, each with whether the token was accepted. */
  readonly asked: { path: string; accepted: boolean }[] = [];

  private constructor(
    readonly user: string,
    readonly token: string,
    private readonly projects: readonly Project[],
  ) {}

  /** Starts one on this machine, which has one user with one token. */
  static async start(user: string, token: string, projects: readonly Project[]): Promise<GitServer> {
    const started = new GitServer(user, token, projects);
    await new Promise<void>(listens => started.#http.listen(0, '127.0.0.1', listens));
    return started;
  }

  get port(): number {
    return (this.#http.address() as AddressInfo).port;
  }

  /** The address of its pages, which its API is below. */
  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  end(): void {
    this.#http.close();
    // the product keeps its connections
    this.#http.closeAllConnections();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.address);
    const accepted = request.headers.authorization === `Bearer ${this.token}`;
    this.asked.push({ path: url.pathname, accepted });
    const { status, body, headers } = this.#found(request, url, accepted);
    const isText = typeof body === 'string';
    const type = isText ? 'text/plain; charset=utf-8' : 'application/json';
    response
      .writeHead(status, { 'content-type': type, ...headers })
      .end(isText ? body : JSON.stringify(body));
  }

  #found(request: IncomingMessage, url: URL, accepted: boolean): Answer {
    if (request.method !== 'GET' || !url.pathname.startsWith(API)) return error(404, '404 Not Found');
    if (!accepted) return error(401, '401 Unauthorized');
    // a path is one segment: its slashes are escaped
    const parts = url.pathname.slice(API.length).split('/').map(decodeURIComponent);
    const [kind, path, ...rest] = parts;
    if (kind === 'user' && path === undefined)
      return json({ id: 1, username: this.user, name: this.user, state: 'active' });
    if (kind !== 'projects') return error(404, '404 Not Found');
    if (path === undefined) return this.#listed(url.searchParams);
    const project = this.projects.find(one => one.path === path);
    return project ? this.#within(project, rest, url.searchParams) : error(404, '404 Project Not Found');
  }

  #listed(query: URLSearchParams): Answer {
    const sought = query.get('search')?.toLowerCase() ?? '';
    const found = query.get('membership') === 'true' ? this.projects : [];
    const matching = found.filter(({ path }) => path.toLowerCase().includes(sought));
    return paged(
      matching.map(project => this.#described(project)),
      query,
    );
  }

  #described({ path, visibility }: Project) {
    const name = path.split('/').at(-1);
    return {
      id: this.projects.findIndex(one => one.path === path) + 1,
      ...{ name, path: name, path_with_namespace: path, visibility },
      default_branch: 'main',
      web_url: `${this.address}/${path}`,
    };
  }

  #within(project: Project, rest: readonly string[], query: URLSearchParams): Answer {
    const [part, kind, name, last] = rest;
    if (part === undefined) return json(this.#described(project));
    if (part !== 'repository') return error(404, '404 Not Found');
    if (kind === 'commits' && (name === 'main' || name === COMMIT))
      return json({ id: COMMIT, short_id: COMMIT.slice(0, 8), title: 'The first one' });
    if (query.get('ref') !== COMMIT) return error(404, '404 Commit Not Found');
    if (kind === 'tree') return paged(Object.keys(project.files).map(entryOf), query);
    const content = kind === 'files' && last === 'raw' ? project.files[name ?? ''] : undefined;
    return content === undefined ? error(404, '404 File Not Found') : { status: 200, body: content };
  }
}

function entryOf(path: string, index: number) {
  const id = `${index}`.padStart(40, 'a');
  return { id, name: path.split('/').at(-1), type: 'blob', path, mode: '100644' };
}

/** A page of a list, with the headers that say whether there is another one. */
function paged(all: readonly unknown[], query: URLSearchParams): Answer {
  const page = Number(query.get('page') ?? 1);
  const size = Number(query.get('per_page') ?? PER_PAGE);
  const next = page * size < all.length ? String(page + 1) : '';
  const headers = { 'x-page': String(page), 'x-per-page': String(size), 'x-next-page': next };
  return { ...json(all.slice((page - 1) * size, page * size)), headers };
}
