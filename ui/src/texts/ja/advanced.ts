import type { advanced as english } from '../advanced';
import type { Japanese } from '../i18n/areas';

export const advanced: Japanese<typeof english> = {
  page: {
    lead: '管理のすべてのページです。開けないページには、必要なものを表示します。',
    search: 'ページを検索',
    clear: '検索をクリア',
    count_other: '{{count, number}}ページ',
    none: '「{{query}}」に一致するページはありません',
    noneText: '別の語句を試すか、検索をクリアしてください。',
    empty: '利用できるページはありません',
    emptyText: 'このアカウントで利用できる管理ページはありません。',
    loading: 'メニューを読み込んでいます…',
    late: 'メニューの読み込みに時間がかかっています。',
    wait: 'サーバーが混み合っている可能性があります。待つか、ページを再読み込みしてください。',
  },
  group: {
    repositories: 'リポジトリ',
    management: 'ユーザーとプロジェクト',
    configuration: '構成',
    monitoring: '監視',
    distribution: '配布',
    services: 'サービス',
    other: 'その他',
  },
  lack: {
    service_missing: 'このページのサービスが実行されていません。',
    licence_too_low: 'インストール済みのライセンスにはこのページが含まれていません。',
    switched_off: 'この環境ではこのページが無効になっています。',
    leads_elsewhere: '現在、このページは別のページに転送されます。',
    address_missing: 'このページのアドレスが設定されていません。',
  },
};
