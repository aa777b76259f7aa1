import { flags } from '@/generated/facts';
import type { Feature, Installation } from '@/generated/types';
import { texts as facts } from '@/texts/facts';
import { texts } from '@/texts/settings';

/** An option or a feature of the configuration file, as the general settings show it. */
export interface Setting {
  /** It names the setting in addresses. */
  name: string;
  /** What sets it, below `installation`. */
  key: string;
  label: string;
  isOn: (installation: Installation) => boolean;
}

/** The options that are true or false. */
export const optionSettings = (): readonly Setting[] =>
  flags.map(name => ({ name, key: name, label: facts[name], isOn: installation => installation[name] }));

/** Every feature: one that is missing does not compile, since the texts have all of them. */
export const featureSettings = (): readonly Setting[] =>
  (Object.keys(texts.features) as (keyof typeof texts.features)[])
    .filter((name): name is Feature => name !== 'title')
    .map(name => ({
      name,
      key: `features: "${name}"`,
      label: texts.features[name],
      isOn: ({ features }) => features.includes(name),
    }));

/** The field of the address of the general settings that names one of them. */
export const SETTING_FIELD = 'setting';
