function hex(count: number): string {
  // `crypto.randomUUID` is missing where the console is served without TLS
  const bytes = crypto.getRandomValues(new Uint8Array(count));
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

/** A new id for a command. Without its prefix it is the trace id of everything that the command causes. */
export function newCommandId(): string {
  return `c_${hex(16)}`;
}

/** A new trace id: it is in everything that a request causes, from its answer to the server's logs. */
export function newTrace(): string {
  return hex(16);
}
