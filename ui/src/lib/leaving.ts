/** A page that is still here after this long is not being left, as when an address is only downloaded. */
const LEFT_WITHIN_MS = 3_000;

let since = Number.NEGATIVE_INFINITY;

const leave = () => {
  since = performance.now();
};

if (typeof window !== 'undefined') {
  window.addEventListener('beforeunload', leave);
  window.addEventListener('pagehide', leave);
  // a page that comes back from the browser's memory is being looked at again
  window.addEventListener('pageshow', () => {
    since = Number.NEGATIVE_INFINITY;
  });
}

/** Whether this page is about to give way to another one. */
export function isLeaving(): boolean {
  return performance.now() - since < LEFT_WITHIN_MS;
}
