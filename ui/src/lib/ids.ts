function hex(count: number): string {
  // `crypto.randomUUID` is missing where the console is served without TLS
  const bytes = crypto.getRandomValues(new Uint8Array(count));
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

/** A fresh id for a command. Behind its prefix it is the trace of all that comes of it. */
export function newCommandId(): string {
  return `c_${hex(16)}`;
}

/** A fresh trace: what comes of a request names it, from its answer to the lines of the server's logs. */
export function newTrace(): string {
  return hex(16);
}
