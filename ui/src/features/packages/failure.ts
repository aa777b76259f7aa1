import { failureText } from '@/shell/answers';
import { QueryError } from '@/shell/packages';

/** Why packages could not be loaded: the server's words about the query itself, or the console's. */
export const failure = (error: unknown, otherwise: string): string =>
  error instanceof QueryError ? error.message : failureText(error, otherwise);
