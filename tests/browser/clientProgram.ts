// A program in a terminal that its user signs in with a browser, by jfrog-client-js as editors do.
import { type ChildProcess, spawn } from 'node:child_process';
import { expect } from 'vitest';
import { installed } from './tools';

/** Begins, prints the link and the code, and prints what it is given once its user has answered. */
const SCRIPT = `
const { randomUUID } = require('node:crypto');
const { JfrogClient } = require('jfrog-client-js');
const [, platformUrl, jfClientName] = process.argv;
const silent = () => {};
const logger = { debug: silent, info: silent, warn: silent, error: silent };
const login = new JfrogClient({ platformUrl, logger, retries: 1 }).platform().webLogin();
const jfClientSession = randomUUID();
const isPending = error => error.response?.data?.error?.code === 'client_login_pending';
async function wait() {
  for (;;) {
    try {
      return await login.getToken(jfClientSession);
    } catch (error) {
      if (!isPending(error)) throw error;
    }
    await new Promise(resolve => setTimeout(resolve, 300));
  }
}
(async () => {
  await login.registerSessionId(jfClientSession);
  const query = new URLSearchParams({ jfClientSession, jfClientName, jfClientCode: '1' });
  console.log('Open ' + platformUrl + 'ui/login?' + query);
  console.log('Code ' + jfClientSession.slice(-4));
  console.log('Given ' + JSON.stringify(await wait()));
})().catch(error => {
  console.error(String(error), error.response?.data);
  process.exitCode = 1;
});
`;

/** What the program is given. */
export interface Given {
  access_token: string;
  username: string;
  expires_in: number;
}

export class ClientProgram {
  readonly #process: ChildProcess;
  #output = '';

  /** Starts one for the server at an origin, which calls itself by a name. */
  constructor(origin: string, name: string) {
    const run = ['-e', SCRIPT, `${origin}/`, name];
    this.#process = spawn(process.execPath, run, {
      cwd: installed('node', 'node-libraries.json'),
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#process.stdout?.on('data', part => {
      this.#output += String(part);
    });
  }

  /** The link that its user opens. */
  link = () => this.#printed('Open ');

  /** The code that its user types. */
  code = () => this.#printed('Code ');

  /** What it is given once its user has answered. */
  async given(): Promise<Given> {
    return JSON.parse(await this.#printed('Given '));
  }

  end(): void {
    this.#process.kill();
  }

  /** What a line that begins so goes on with, once it is printed. */
  async #printed(begin: string): Promise<string> {
    const line = () =>
      this.#output
        .split('\n')
        .slice(0, -1)
        .find(one => one.startsWith(begin));
    await expect.poll(line).toBeDefined();
    return line()?.slice(begin.length) ?? '';
  }
}
