import type { Japanese } from '../i18n/areas';
import type { signIn as english } from '../signIn';

export const signIn: Japanese<typeof english> = {
  lead: '続行するにはサインインしてください。',
  remember: 'サインインしたままにする',
  forgotten: 'パスワードをお忘れの場合は、新しいパスワードを設定するリンクを管理者に依頼してください。',
  forgot: 'パスワードをお忘れですか？',
  register: 'アカウントを作成',
  forgottenElsewhere: 'パスワードをお忘れの場合は、組織のヘルプデスクにお問い合わせください。',
  provider: 'シングルサインオンでサインイン',
  proxy: '組織でサインイン',
  or: 'または',
  useForm: 'ユーザー名とパスワードでサインイン',
  closeMessage: 'メッセージを閉じる',
  setupNeeded:
    'この環境にはまだ管理者がいません。サーバーの初回起動時に表示されたワンタイムリンクを開いてください。',
  stayIn: 'すでにサインインしています。',
  stayStart: 'スタートページへ移動',
  stayOut: 'サインアウト',
};
