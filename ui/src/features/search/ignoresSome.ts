import type { SearchModel } from '@/generated/types';

function has(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

/**
 * Whether a search has a part that means nothing where only these fields apply, such as a repository, or one that the
 * machine could not read.
 */
export function ignoresSome(model: SearchModel, applying: readonly (keyof SearchModel)[]): boolean {
  const parts = Object.entries(model).filter(([, value]) => has(value));
  const applies = ([field]: [string, unknown]) => applying.some(one => one === field);
  return parts.length === 0 || !parts.every(applies);
}
