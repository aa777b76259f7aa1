import type { Japanese } from '../i18n/areas';
import type { pipelinesSearch as english } from '../pipelinesSearch';

export const pipelinesSearch: Japanese<typeof english> = {
  lead: 'ビルドをここに公開した実行のあるパイプライン。何も公開していない実行は、実行元のサーバーにのみ表示されます。',
  form: 'パイプラインを検索',
  results: 'パイプライン',
  ignored: 'この検索には、ここでは使えない条件があります。使えるのはnameだけです。',
  none: 'パイプラインが見つかりません',
  empty: 'パイプラインはまだありません',
  emptyText:
    'パイプラインの実行がビルドを公開すると、すぐにここに表示されます。公開用のコマンドは「ビルド」にあります。',
  notKnown: '不明',
  column: {
    name: 'パイプライン',
    agent: 'サーバー',
    number: '最新の実行',
    started: '開始',
    runs: '実行回数',
    project: 'プロジェクト',
  },
};
