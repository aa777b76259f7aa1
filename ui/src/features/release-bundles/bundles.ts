import { ApiError } from '@/engine/api';
import type { ReleaseBundleHit, ReleaseBundles } from '@/generated/api';
import type { BundleOrigin, PersonId } from '@/generated/types';
import { failureText } from '@/shell/answers';
import { texts } from '@/texts/releaseBundles';

export const tabs: readonly BundleOrigin[] = ['source', 'target'];

export const isOrigin = (text: unknown): text is BundleOrigin => tabs.some(tab => tab === text);

/** A bundle of the list, or one that the lookup found, maybe on another platform. */
export type Bundle = Omit<ReleaseBundleHit, 'artifacts'>;

export const idOf = (bundle: Bundle) => `${bundle.name}/${bundle.version}`;

/** The state of a bundle, in the page's language where it is known. */
export function statusOf(bundle: Bundle): string {
  const words: Readonly<Record<string, string>> = texts.status;
  return Object.hasOwn(texts.status, bundle.status) ? (words[bundle.status] ?? bundle.status) : bundle.status;
}

/** Who made a bundle. Without a person it was made on the command line. */
export function actorName(person: PersonId | null, names: ReleaseBundles['names']): string {
  return person === null ? texts.onCommandLine : (names[person] ?? texts.erased);
}

/** What is wrong with a checksum, in the page's language. */
export function problemOf(error: Error, typed: string): string {
  switch (error instanceof ApiError ? error.code : 'other') {
    case 'checksum_empty':
      return texts.lookup.empty;
    case 'checksum_characters':
      return texts.lookup.characters;
    case 'checksum_length':
      return texts.lookup.length({ count: typed.trim().length });
    default:
      return failureText(error, texts.lookup.failed);
  }
}
