import type { Api } from '@/engine/api';
import type { Sender } from '@/generated/api';

/** How long the server may work on a bundle of thousands of files before its answer comes. */
const ANSWERED_WITHIN_MS = 600_000;

/** Sends a change that the server ends also if nothing waits for its answer. */
export const patient = (api: Api): Sender => api.withLimit(ANSWERED_WITHIN_MS, new AbortController().signal);
