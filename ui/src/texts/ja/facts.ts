import type { facts as english } from '../facts';
import type { Japanese } from '../i18n/areas';

export const facts: Japanese<typeof english> = {
  lightweight: 'リポジトリだけを表示',
  cloud: 'サブスクリプション契約者向けに運用',
  help_links_disabled: 'ドキュメントへのリンクを非表示',
  features: '対応している機能',
  external_redirect: '全員の転送先',
  hidden_routes: '非表示のページ',
  announced_paths: '既知のパス',
  documentation_url: 'ドキュメントのアドレス',
  learning_center_url: 'ラーニングセンターのアドレス',
  account_portal_url: 'アカウントポータルのアドレス',
  archive_indexing: 'アーカイブ内を検索する',
  scanning_search_for_visitors: '訪問者がスキャン済みのコンポーネントを検索できる',
};
