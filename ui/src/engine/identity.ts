import type { Welcome } from '@/generated/api';
import type { SignInOver } from '@/generated/types';

/** A page that is kept until its user has signed in again. */
export interface Held {
  person: string;
  name: string | null;
  over: SignInOver;
}

/** The session, tab and user of the link, by the last welcome. */
export type Identity = Pick<Welcome, 'epoch' | 'tab' | 'person' | 'name'>;
