declare global {
  var earlySocket: WebSocket | undefined;
}

/** The socket that the page opened before the console had loaded, unless it has closed meanwhile. Used once. */
export function takeEarlySocket(): WebSocket | null {
  const early = globalThis.earlySocket;
  globalThis.earlySocket = undefined;
  return early && early.readyState <= WebSocket.OPEN ? early : null;
}
