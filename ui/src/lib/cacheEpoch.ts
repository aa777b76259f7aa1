import { createAtom } from '@xstate/store';

/** Counts how often the server had the browser drop what it fetched. */
export const cacheEpoch = createAtom(0);
