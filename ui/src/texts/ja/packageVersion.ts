import type { Japanese } from '../i18n/areas';
import type { packageVersion as english } from '../packageVersion';

export const packageVersion: Japanese<typeof english> = {
  shape: { label: '表示形式', tree: 'ツリー', graph: 'グラフ' },
  hint: 'バージョンの条件は解決されません。依存先がさらに依存するパッケージは、保存されている最新バージョンのものを、開発のみに必要なものを除いて表示します。',
  newest: '保存されている最新バージョン：{{version}}',
  expand: '{{name}}の依存関係を表示',
  list: '{{name}}の依存関係',
  none: '他のパッケージに依存していません。',
  cycle: '循環（ツリーの上にあります）',
  deep: 'ツリーはここまでです。',
  loading: '依存関係を読み込んでいます…',
  failed: '依存関係を読み込めませんでした。',
  graph: '依存関係のグラフ',
  asTree: 'ツリーに同じ内容が文字で表示されます。破線は、すでにグラフにあるパッケージに戻ることを表します。',
  cut: '依存関係は他にもあります。グラフに表示するのは{{levels, number}}階層、{{packages, number}}件のパッケージまでです。',
  incomplete_other: '{{count, number}}件のパッケージの依存関係を読み込めませんでした。',
  download: 'ダウンロード',
  archive: 'アーカイブ',
  downloadFailed: 'このバージョンをダウンロードできませんでした。',
  coordinates: {
    group: 'グループ ID',
    artifact: 'アーティファクト ID',
    organisation: '組織',
    module: 'モジュール',
    image: 'イメージ',
    reference: '参照',
  },
  violations: {
    failed: 'このバージョンの問題を確認できませんでした。',
    answered: 'サーバーの応答：{{time}}',
    licence: 'ライセンス',
    missing: '作成者はライセンスを示していません。',
    unidentified: '「{{licence}}」という名前のライセンスは SPDX の一覧にありません。',
    clear: 'ライセンスは明確です。',
  },
};
