import { featureSettings, optionSettings, SETTING_FIELD } from '@/shell/generalSettings';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/settings';
import type { Command } from './commands';
import { closenessOf } from './fuzzy';
import { FOUND_MAX, useEntry } from './useEntry';

/** The general settings with a word, or a key, that begins with a text. */
export function useFoundSettings(text: string | null): Command[] {
  const entry = useEntry();
  if (text === null) return [];
  const all = [
    { name: 'server_name', key: 'server_name', label: texts.server.name },
    { name: 'logo', key: '', label: texts.logo.title },
    ...optionSettings(),
    ...featureSettings(),
  ];
  const found = all.filter(
    ({ name, label }) => closenessOf(text, label) !== 'letters' || name.includes(text.toLowerCase()),
  );
  const page = 'admin.configuration.general';
  return found
    .slice(0, FOUND_MAX)
    .map(({ name, key, label }) =>
      entry('settings', name, label, key || titleOf(page), pathnameOf(page), { [SETTING_FIELD]: name }),
    );
}
