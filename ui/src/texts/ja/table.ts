import type { Japanese } from '../i18n/areas';
import type { table as english } from '../table';

export const table: Japanese<typeof english> = {
  table: {
    filter: '絞り込む',
    filterNamed: '{{name}}を絞り込む',
    clear: 'フィルターをクリア',
    rows_other: '{{count, number}}行',
    matching_other: '{{count, number}}行が一致',
    of: '{{all, number}}件中{{shown, number}}件',
    chosen_other: '{{count, number}}件を選択中',
    menu: '列とエクスポート',
    columns: '列',
    reset: '列をリセット',
    copyCell: 'セルをコピー',
    copied: 'コピーしました',
    notCopied: 'ブラウザーでコピーが許可されませんでした。',
    download: 'CSVでダウンロード',
    loading: '読み込んでいます…',
    late: '予想より時間がかかっています。',
    lateText: 'サーバーが混み合っている可能性があります。待つか、再試行してください。',
    retry: '再試行',
    noMatch: '一致する行がありません',
    noMatchText: 'フィルターを変更するか、クリアしてください。',
    chooseAll: '表示中の行をすべて選択',
    chooseRow: '{{name}}を選択',
    more: 'さらに読み込む',
    stale: '表示内容が最新でない可能性があります。',
  },
};
