import type { Japanese } from '../i18n/areas';
import type { system as english } from '../system';

export const system: Japanese<typeof english> = {
  notFound: {
    asked: '要求されたアドレス：',
    search: 'ページを検索',
    none: '一致するページがありません。',
    found_other: '{{count, number}}ページ',
  },
  notAcceptable: {
    text: 'サーバーが要求を受け付けませんでした。この環境の管理者は、IDを使ってログで要求を確認できます。',
    id: '要求ID',
    copy: 'IDをコピー',
  },
  serverError: { again: '最後のページを再試行' },
  authorization: {
    hint: '必要な場合は、管理者に権限を依頼してください。',
    off: 'この環境では無効になっています。有効にするよう、管理者に依頼してください。',
    offAdmin: 'この環境では無効になっています。設定ファイルの [installation] で有効にできます。',
    otherAdmin: '原因はあなたのロールではありません。「このページが表示された理由」で理由を確認できます。',
  },
  accountPortal: {
    none: 'この環境には、サブスクリプションを管理するポータルがありません。',
    setting: '設定ファイルの [installation] に account_portal_url としてアドレスを設定します。',
    ask: 'サブスクリプションについては、管理者に問い合わせてください。',
  },
  back: '戻る',
};
