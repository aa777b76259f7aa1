import { ErrorLog, type PostError } from './errorLog';

const log = new ErrorLog();

/** Sends reports to the server's log as well. Without it they are only on the browser's console. */
export function sendReports(post: PostError): void {
  log.sendBy(post);
}

/** Logs to the browser's console and to the server's log what developers need and users do not. */
export function report(what: string, detail?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that may
  console.error(`waybill: ${what}`, detail ?? '');
  log.add(what, detail);
}
