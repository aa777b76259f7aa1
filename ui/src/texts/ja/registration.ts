import type { Japanese } from '../i18n/areas';
import type { registration as english } from '../registration';

export const registration: Japanese<typeof english> = {
  lead: 'ユーザー名を決め、メールアドレスを入力してください。アカウントを作成するためのリンクをそのアドレスに送信します。',
  user: 'ユーザー名',
  userMissing: 'ユーザー名を入力してください。',
  email: 'メールアドレス',
  emailMissing: 'メールアドレスを入力してください。',
  submit: 'リンクを送信',
  sent: '次の手順を記載したメールを送信しました。',
  sentHint:
    'メールのリンクは一度だけ、1日間使用できます。届かない場合は、迷惑メールを確認するか、しばらくしてから再試行してください。',
  again: '別の名前またはアドレスを使用',
  off: 'ここではアカウントを自分で作成できません。管理者に依頼してください。',
  choose: '新しいアカウント {{name}} のパスワードを設定してください。設定するとアカウントが作成されます。',
  gone: '使用済みか、期限切れか、新しいリンクに置き換えられています。',
  restart: 'アカウントを作成',
  done: 'アカウントを作成しました。サインインしてください。',
  waits: 'アカウントを作成しました。管理者が承認するとサインインできます。',
};
