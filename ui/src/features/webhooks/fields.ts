import type { Problems } from './problems';
import type { Values } from './values';

/** What each part of the form is given. */
export interface FieldsProps {
  values: Values;
  problems: Problems;
  set: (changes: Partial<Values>) => void;
  /** What is stored as a secret cannot be kept. */
  moved: boolean;
  /** The project that the webhook belongs to; null for the installation. */
  project: string | null;
}
