import type { Japanese } from '../i18n/areas';
import type { registrationSettings as english } from '../registrationSettings';

export const registrationSettings: Japanese<typeof english> = {
  title: '登録',
  lead: '訪問者は、メールアドレスに送信されるリンクでアカウントを作成します。',
  loading: '登録の設定を読み込んでいます…',
  failed: '登録の設定を読み込めませんでした。',
  state: '状態',
  on: 'オン',
  off: 'オフ',
  noMail:
    'オンですが、リンク付きのメールを送信できません。先にメールサーバーと公開アドレスを設定してください。',
  form: '登録の設定',
  enabled: '訪問者がアカウントを作成できる',
  enabledText: 'サインインページに表示されます。新しいユーザーの権限は、すべての新規ユーザーと同じです。',
  domains: 'メールのドメイン',
  domainsText: 'example.org のように1行に1つ入力します。空の場合は、すべてのメールアドレスを受け付けます。',
  domainsWrong: 'example.org のようなドメインを1行に1つ、50件以内で入力してください。',
  approval: '新しいアカウントを管理者が承認する',
  approvalText: '承認されるまで、ユーザーのページに「承認待ち」として表示されます。',
  noAddress:
    '自分のアカウントにメールアドレスがないため、承認待ちのアカウントについてのメールは届きません。プロフィールでメールアドレスを追加するか、ユーザーのページを確認してください。',
  save: '保存',
  saved: '登録の設定を更新しました。',
};
