import type { account as english } from '../account';
import type { German } from '../i18n/areas';

export const account: German<typeof english> = {
  sessions: {
    title: 'Angemeldete Sitzungen',
    lead: 'Browser, die mit Ihrem Konto angemeldet sind.',
    current: 'Dieser Browser',
    since: 'Angemeldet',
    seen: 'Zuletzt gesehen',
    revoke: 'Abmelden',
    revokeOne: '{{agent}} abmelden',
    revokeOthers: 'Alle anderen abmelden',
    confirmOne: 'Diesen Browser abmelden?',
    confirmOthers: 'Alle Browser außer diesem abmelden?',
    confirm: 'Abmelden',
    cancel: 'Behalten',
    revoked_one: 'Eine Sitzung wurde abgemeldet.',
    revoked_other: '{{count, number}} Sitzungen wurden abgemeldet.',
    onlyThis: 'Kein anderer Browser ist angemeldet.',
    failed: 'Die Sitzungen konnten nicht geladen werden.',
    agent: '{{browser}} unter {{system}}',
    unknownAgent: 'Unbekannter Browser',
  },
};
