import type { account as english } from '../account';
import type { Japanese } from '../i18n/areas';

export const account: Japanese<typeof english> = {
  sessions: {
    title: 'サインイン中のセッション',
    lead: 'このアカウントでサインインしているブラウザーです。',
    current: 'このブラウザー',
    since: 'サインイン',
    seen: '最後のアクセス',
    revoke: 'サインアウト',
    revokeOne: '{{agent}}からサインアウト',
    revokeOthers: '他のすべてからサインアウト',
    confirmOne: 'このブラウザーからサインアウトしますか？',
    confirmOthers: 'このブラウザー以外のすべてからサインアウトしますか？',
    confirm: 'サインアウト',
    cancel: '維持',
    revoked_other: '{{count, number}}件のセッションからサインアウトしました。',
    onlyThis: 'サインインしている他のブラウザーはありません。',
    failed: 'セッションを読み込めませんでした。',
    agent: '{{system}}上の{{browser}}',
    unknownAgent: '不明なブラウザー',
  },
};
