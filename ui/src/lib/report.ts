import { ErrorLog } from './errorLog';

const log = new ErrorLog();

/** Lets reports reach the server's log as well. Until then, and without it, they stay on the browser's console. */
export function sendReports(post: (body: object) => Promise<unknown>): void {
  log.sendBy(post);
}

/** Says on the browser's console, and in the server's log, what a developer must know and a user need not. */
export function report(what: string, detail?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that may
  console.error(`waybill: ${what}`, detail ?? '');
  log.add(what, detail);
}
