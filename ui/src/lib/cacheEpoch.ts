import { createAtom } from '@xstate/store';

/** How often the server has had the browser drop its cached responses. */
export const cacheEpoch = createAtom(0);
