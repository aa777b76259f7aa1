/** Says on the browser's console what a developer must know and a user need not. */
export function report(what: string, detail?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that may
  console.error(`waybill: ${what}`, detail ?? '');
}
