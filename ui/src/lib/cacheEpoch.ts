import { createStore } from './store';

/** Counts how often the server had the browser drop what it fetched. */
export const cacheEpoch = createStore(0);
