import type { Japanese } from '../i18n/areas';
import type { services as english } from '../services';

export const services: Japanese<typeof english> = {
  artifactory: 'リポジトリサービス',
  access: 'アクセス',
  metadata: 'メタデータ',
  event: 'イベント',
  jfconnect: 'ベンダーへの接続',
  router: 'ルーター',
  xray: 'スキャンサービス',
  distribution: '配布',
  mc: 'ミッションコントロール',
  insight: 'インサイト',
  tracker: 'トラッカー',
  pipelines: 'パイプライン',
  replicator: 'レプリケーター',
  jflink: '環境間のリンク',
  runtime: 'ランタイム',
};
