import type { DownloadAction, DownloadCondition, DownloadRule, DownloadSeverity } from '@/generated/types';

/** The settings of a rule as they are entered. All conditions keep what was entered while another one is chosen. */
export interface RuleValues {
  name: string;
  action: DownloadAction;
  repositories: string;
  type: DownloadCondition['type'];
  severity: DownloadSeverity;
  licences: string;
  unknown: boolean;
  hours: string;
}

export const NEW_RULE: RuleValues = {
  name: '',
  action: 'refuse',
  repositories: '',
  type: 'severity',
  severity: 'critical',
  licences: '',
  unknown: false,
  hours: '24',
};

/** What was entered, separated by commas or line breaks, each entry once. */
const entriesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map(entry => entry.trim())
      .filter(entry => entry !== ''),
  ),
];

const isHours = (text: string) => /^\d+$/.test(text.trim());

export function valuesOf({ name, action, repositories, condition }: DownloadRule): RuleValues {
  return {
    ...NEW_RULE,
    name,
    action,
    repositories: repositories.join(', '),
    type: condition.type,
    ...(condition.type === 'severity' && { severity: condition.at_least }),
    ...(condition.type === 'licence' && {
      licences: condition.refused.join(', '),
      unknown: condition.unknown,
    }),
    ...(condition.type === 'age' && { hours: String(condition.min_hours) }),
  };
}

function conditionOf({ type, severity, licences, unknown, hours }: RuleValues): DownloadCondition {
  switch (type) {
    case 'severity':
      return { type, at_least: severity };
    case 'licence':
      return { type, refused: entriesOf(licences), unknown };
    case 'age':
      return { type, min_hours: Number(hours) };
  }
}

/** The rule that is sent. */
export const ruleOf = (values: RuleValues, enabled: boolean): DownloadRule => ({
  name: values.name.trim(),
  enabled,
  repositories: entriesOf(values.repositories),
  condition: conditionOf(values),
  action: values.action,
});

/** The fields that are checked before a rule is sent; the limits are those of the server. */
export const isNameMissing = ({ name }: RuleValues): boolean => name.trim() === '';
export const areHoursWrong = ({ type, hours }: RuleValues): boolean => type === 'age' && !isHours(hours);

/** The field that a refusal of the server is about. */
const FIELDS: Readonly<Record<string, keyof RuleValues>> = {
  download_rule_name: 'name',
  download_rule_name_taken: 'name',
  download_rule_repositories: 'repositories',
  download_rule_licences: 'licences',
  download_rule_age: 'hours',
};

export const fieldOf = (code: string | undefined): keyof RuleValues | null => FIELDS[code ?? ''] ?? null;
