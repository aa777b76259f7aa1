import type { frontends as english } from '../frontends';
import type { Japanese } from '../i18n/areas';

export const frontends: Japanese<typeof english> = {
  later: '今後のリリースで提供',
  loading: '読み込んでいます…',
  unresolved: '対応するサービスがこの環境で実行されていないか、現在接続できません。',
  broken: 'フロントエンド{{name}}は現在動作していません。',
  demoFailed: 'マイクロフロントエンド{{name}}を取得できませんでした。',
  retry: '再試行',
  demo: {
    lead: 'コンソールへの組み込み方を試すための小さなフロントエンドです。',
    mounting: '各フロントエンドは独立した枠に表示されます。枠の中の動作は、他に影響しません。',
    mount: '{{name}}をマウント',
    nothing: 'マウントされたフロントエンドはありません。上から選択してください。',
  },
};
