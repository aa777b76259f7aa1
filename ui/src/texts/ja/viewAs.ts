import type { Japanese } from '../i18n/areas';
import type { viewAs as english } from '../viewAs';

export const viewAs: Japanese<typeof english> = {
  title: '表示の切り替え',
  lead: '別のユーザーの立場でメニューとページを表示します。変わるのは表示だけです。呼び出しは引き続き自分の権限で行われ、すべてこのセッションのログに記録されます。',
  role: 'ロール',
  licence: 'ライセンス',
  flavour: '環境の種類',
  same: '変更なし',
  noLicence: 'なし',
  roles: { anonymous: '訪問者', user: 'ユーザー', project_admin: 'プロジェクト管理者', admin: '管理者' },
  flavours: { standard: '標準', lightweight: 'リポジトリのみ', cloud: '顧客向けに運用' },
  start: '表示',
  myself: '自分の表示に戻る',
  cancel: 'キャンセル',
  choose: '変更する項目を1つ以上選択してください。',
  refused: 'サーバーが受け付けませんでした。再試行してください。',
  banner: {
    label: '表示の切り替え',
    viewing: '表示中：{{what}}。',
    nothing: '表示中：自分自身。',
    licence: '{{name}}ライセンス',
    noLicence: 'ライセンスなし',
    change: '変更',
    stop: '終了',
  },
};
