import { browserStorage } from './storage';

const INSIDE_KEY = 'waybill.inside';

/** Removes the outline that index.html shows until there is a page. */
export function endFirstSight(): void {
  document.getElementById('first')?.remove();
}

/** Remembers whether the next visit begins with the outline of the frame or with that of the sign-in page. */
export function rememberInside(isInside: boolean): void {
  browserStorage.write(INSIDE_KEY, isInside ? 'true' : null);
}
