import type { Api } from '@/engine/api';
import type { Sender } from '@/generated/api';

/** How long the server may work on a bundle of thousands of files before its answer comes. */
const ANSWERED_WITHIN_MS = 600_000;

/** Sends a change that the server ends also if nothing waits for its answer, or a question that may be cancelled. */
export const patient = (api: Api, cancelled = new AbortController().signal): Sender =>
  api.withLimit(ANSWERED_WITHIN_MS, cancelled);
