import { readObject } from '@/engine/api';
import type { Licence } from '@/generated/types';
import { isObject, numberOf, textOf } from '@/lib/json';
import { texts } from '@/texts/licences';
import { noticeText } from '@/texts/noticeText';

/** A key that is installed. */
export interface Installed {
  licence: Licence;
  holder: string | null;
  validUntil: string | null;
  ended: boolean;
  at: string;
  /** Null when it was installed on the command line. */
  by: Actor | null;
}

/** A user, whose name may have been erased. */
export interface Actor {
  name: string | null;
}

export interface LicenceChange {
  seq: number;
  at: string;
  event: 'install' | 'remove';
  licence: Licence | null;
  refused: boolean;
  by: Actor | null;
}

/** Everything about the licence, as `GET system/licenses` says. */
export interface StreamSnapshot {
  licence: Licence;
  level: number;
  opens: readonly string[];
  configured: Licence;
  installed: Installed | null;
  history: readonly LicenceChange[];
}

const known = (name: unknown): Licence =>
  typeof name === 'string' && Object.hasOwn(texts.name, name) ? (name as Licence) : 'NONE';

export const readStreamSnapshot = readObject('licenses', (body): StreamSnapshot => {
  const standing = isObject(body.standing) ? body.standing : {};
  const names = isObject(body.names) ? body.names : {};
  const who = (person: unknown): Actor | null =>
    typeof person === 'string' ? { name: textOf(names[person]) } : null;
  const installed = isObject(standing.installed) ? standing.installed : null;
  return {
    licence: known(standing.licence),
    level: numberOf(standing.level) ?? 0,
    opens: Array.isArray(standing.entitlements) ? standing.entitlements.map(String) : [],
    configured: known(standing.configured),
    installed: installed && {
      licence: known(installed.licence),
      holder: textOf(installed.holder),
      validUntil: textOf(installed.valid_until),
      ended: installed.ended === true,
      at: String(installed.installed_at ?? ''),
      by: who(installed.installed_by),
    },
    history: (Array.isArray(body.history) ? body.history.filter(isObject) : []).map(had => ({
      seq: Number(had.seq),
      at: String(had.at ?? ''),
      event: had.event === 'remove' ? 'remove' : 'install',
      licence: had.licence === null || had.licence === undefined ? null : known(had.licence),
      refused: textOf(had.refused) !== null,
      by: who(had.by),
    })),
  };
});

/** Who did something, as the end of a sentence. */
export const actorName = (who: Actor | null) =>
  who === null ? texts.current.onCommandLine : texts.current.by({ name: who.name ?? texts.current.erased });

/** What went wrong, in the language of the page. */
export function problemOf(code: string): string {
  const errors: Readonly<Record<string, string>> = texts.error;
  return (Object.hasOwn(texts.error, code) && errors[code]) || noticeText(code, '', texts.error.other);
}
