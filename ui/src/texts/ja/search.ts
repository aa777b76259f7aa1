import type { Japanese } from '../i18n/areas';
import type { search as english } from '../search';

export const search: Japanese<typeof english> = {
  artifactLead: '読み取り可能なすべてのリポジトリのファイル。',
  artifactHint:
    '少なくとも1つの項目を入力してください。名前は前方一致で検索します。「*」は任意の文字列、「?」は1文字を表します。',
  form: 'アーティファクトを検索',
  artifacts: 'アーティファクト',
  search: '検索',
  clear: 'クリア',
  more: 'さらに表示',
  failed: '検索を実行できませんでした。',
  refused: {
    search_empty: '検索する文字列を入力するか、少なくとも1つの項目を入力してください。',
    search_name_too_short: '名前を3文字以上入力してください。',
    search_archive_incomplete: '名前、パッケージの種類、リポジトリを入力してください。',
  },
  none: 'アーティファクトが見つかりません',
  noneHint: '検索条件を見直してください。',
  filter: {
    name: '名前',
    repositories: 'リポジトリ',
    path: 'パス',
    properties: 'プロパティ',
    checksum: 'チェックサム',
    after: '変更日（開始）',
    before: '変更日（終了）',
  },
  column: {
    name: '名前',
    repository: 'リポジトリ',
    path: 'パス',
    size: 'サイズ',
    modified: '変更日時',
  },
};
