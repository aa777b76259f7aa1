import type { Japanese } from '../i18n/areas';
import type { template as english } from '../template';

export const template: Japanese<typeof english> = {
  lead: '試用のためのサンプルです。ここでの内容は保存されません。',
  counter: {
    title: 'カウンター',
    lead: '{{step, number}}ミリ秒ごとに{{steps, number}}ステップを数えます。',
    start: '開始',
    stop: '停止',
    reset: 'リセット',
    progress: '数えたステップ',
    value: '{{value, number}}/{{steps, number}}',
    done: 'カウンターが完了しました。',
    stopped: 'カウンターは{{value, number}}です。',
  },
  undo: {
    title: '元に戻せるモデル',
    lead: '変更はすべて一覧に保持され、「元に戻す」と「やり直す」で位置が移動します。',
    name: '単語',
    add: '追加',
    undo: '元に戻す',
    redo: 'やり直す',
    words: '単語',
    none: '単語はまだありません。',
    changes: '変更',
    at: '変更{{at, number}}/{{count, number}}',
    added: '「{{word}}」を追加',
    removed: '「{{word}}」を削除',
    remove: '「{{word}}」を削除',
    undone: '取り消し済み',
  },
};
