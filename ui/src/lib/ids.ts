/** A fresh id for a command. `crypto.randomUUID` is missing where the console is served without TLS. */
export function newCommandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `c_${[...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')}`;
}
