import type { Japanese } from '../i18n/areas';
import type { palette as english } from '../palette';

export const palette: Japanese<typeof english> = {
  title: '検索または移動',
  placeholder: 'ページ、操作、パッケージ',
  results: '検索結果',
  found_other: '{{count, number}}件',
  nothing: '該当する項目がありません。',
  groups: {
    recent: '最近表示したページ',
    pages: 'ページ',
    actions: '操作',
    others: 'その他の一致',
    search: '検索',
  },
  also: { log_out: 'サインアウト、ログアウト、ログオフ' },
  search: { packages: 'パッケージで「{{text}}」を検索' },
  actions: {
    sidebar: 'サイドバーの折りたたみと展開',
    light: '配色：ライト',
    dark: '配色：ダーク',
    auto: '配色：システム',
  },
  keys: { move: '選択', run: '開く', leave: '閉じる' },
  shortcuts: {
    title: 'キーボードショートカット',
    single: 'CtrlまたはCmdを使わないショートカット',
    singleText: '音声入力を使う場合や、誤ってキーを押すことが多い場合は、オフにしてください。',
    thenKey: '次に',
    goTo: '{{page}}へ移動',
    groups: { anywhere: 'すべてのページ', go: 'ページへ移動', records: '一覧とセッションのアクティビティ' },
    names: {
      palette: '検索または移動',
      help: 'この一覧を表示',
      sidebar: 'サイドバーの折りたたみと展開',
      why: 'このページが表示された理由',
      close: '開いているものを閉じる',
      filter: '表示を絞り込む',
      record: '前または次のレコードへ移動',
      pause: 'レコードの一時停止と追跡',
    },
  },
};
