import type { DownloadCondition } from '@/generated/types';
import { texts } from '@/texts/downloadRules';
import { locale } from '@/texts/i18n/languages';

/** How many licences a sentence names. */
const LICENCES_NAMED = 4;
const DAY_HOURS = 24;

/** Which versions a condition is about, as one sentence. */
export function conditionText(condition: DownloadCondition): string {
  switch (condition.type) {
    case 'severity':
      return texts.about.severity[condition.at_least];
    case 'licence':
      return licenceText(condition.refused, condition.unknown);
    case 'age':
      return ageText(condition.min_hours);
  }
}

function licenceText(refused: readonly string[], unknown: boolean): string {
  if (refused.length === 0) return texts.about.unknown;
  const named = refused.slice(0, LICENCES_NAMED);
  const left = refused.length - named.length;
  const parts = left === 0 ? named : [...named, texts.about.others({ count: left })];
  const licences = new Intl.ListFormat(locale(), { type: 'disjunction' }).format(parts);
  return unknown ? texts.about.licencesOrUnknown({ licences }) : texts.about.licences({ licences });
}

/** Whole days from two days on. */
function ageText(hours: number): string {
  const isDays = hours > DAY_HOURS && hours % DAY_HOURS === 0;
  return isDays ? texts.about.days({ count: hours / DAY_HOURS }) : texts.about.hours({ count: hours });
}
