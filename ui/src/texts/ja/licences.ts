import type { Japanese } from '../i18n/areas';
import type { licences as english } from '../licences';

export const licences: Japanese<typeof english> = {
  lead: 'この環境のライセンス内容とライセンスキーです。',
  loading: 'ライセンスを読み込んでいます…',
  failed: 'ライセンスを読み込めませんでした。',
  current: {
    title: '現在のライセンス',
    none: 'ライセンスなし',
    noneText:
      'ライセンスがインストールされるまで、コンソールにはこのページだけが表示され、管理者だけが使用できます。',
    ended: 'ライセンスは{{moment}}に期限が切れました。',
    endedText:
      'このライセンスは無効です。新しいキーをインストールするか、削除して構成ファイルのライセンスに戻してください。',
    holder: 'ライセンス所有者',
    unnamed: '指定なし',
    until: '有効期限',
    forEver: '無期限',
    installed: 'インストール日時',
    by: '実行者：{{name}}',
    onCommandLine: 'コマンドラインから',
    erased: '消去されたユーザー',
    configured: '構成ファイル（installation.licence）のライセンスです。キーはインストールされていません。',
    opens: '含まれる機能',
  },
  opens: {
    console: 'すべてのアカウントで使用できるコンソール',
    scanning: 'スキャンサービスの検出結果（サービスが実行されている場合）',
    distribution: 'リリースバンドルの作成と送信（配布サービスが実行されている場合）',
  },
  install: {
    title: 'キーのインストール',
    replace: '別のキーのインストール',
    label: 'ライセンスキー',
    hint: 'テキスト全体を貼り付けるか、ファイルを選択するか、ここにドロップしてください。キーはwaybill licence makeで作成できます。',
    choose: 'ファイルを選択',
    submit: 'インストール',
    done: 'ライセンスをインストールしました。',
    drop: 'キーのファイルをここにドロップ',
  },
  remove: {
    button: 'このライセンスを削除',
    title: 'ライセンスを削除しますか？',
    back: '構成ファイルのライセンスが再び適用されます：{{licence}}。',
    none: 'ライセンスがなくなります。管理者は別のライセンスのインストールだけが可能になり、他のユーザーは次の操作でサインインページに移動します。',
    yes: '削除',
    no: '維持',
    done: 'ライセンスを削除しました。',
  },
  history: {
    title: '履歴',
    install: '{{licence}}がインストールされました',
    remove: 'ライセンスが削除されました',
    refused: '{{licence}}は期限切れのため拒否されました',
  },
  error: {
    licence_empty: 'キーがありません。テキスト全体を貼り付けるか、ファイルを選択してください。',
    licence_too_long: 'ライセンスキーとしては長すぎます。キーは最大4 KiBです。',
    licence_not_text: 'テキストファイルではありません。ライセンスキーはテキストファイルです。',
    licence_not_a_key: 'ライセンスキーではありません。最初の行はWAYBILL-LICENCE-1である必要があります。',
    licence_malformed: 'キーの行が欠けているか、正しくありません。全体をもう一度コピーしてください。',
    licence_checksum:
      'チェックサムが一致しません。一部が欠けているか、変更されています。全体をもう一度コピーしてください。',
    licence_unknown_type: 'このバージョンでは、この種類のライセンスに対応していません。',
    licence_bad_end: 'キーの終了日時を読み取れません。全体をもう一度コピーしてください。',
    licence_bad_holder: 'キーの所有者名は、表示可能な文字で1〜200文字である必要があります。',
    licence_expired: 'このライセンスは期限切れです。新しいキーを入手してください。',
    licence_none_installed:
      'インストールされたライセンスはありません。他のユーザーが削除した可能性があります。',
    too_large: 'ライセンスキーとしては長すぎます。キーは最大4 KiBです。',
    not_authorized: 'この操作は管理者だけが行えます。',
    other: '操作を完了できませんでした。しばらくしてから再試行してください。',
  },
};
