import type { Japanese } from '../i18n/areas';
import type { passkeySignIn as english } from '../passkeySignIn';

export const passkeySignIn: Japanese<typeof english> = {
  button: 'パスキーでサインイン',
  elsewhere: 'パスキーでサインインするには、次のアドレスでコンソールを開いてください：',
  use: 'パスキーを使用',
  lead: 'パスキーで確認してください。',
  usePasskey: '代わりにパスキーを使用',
  enrol: 'アプリの代わりにパスキーを使用',
  enrolLead:
    'このデバイス、スマートフォン、セキュリティキーのパスキーも第2要素になります。指紋、顔、またはPINで確認します。',
  failed: 'パスキーを使用できませんでした。もう一度試すか、別の方法でサインインしてください。',
  failure: {
    cancelled: 'パスキーが選択されませんでした。もう一度試すか、別の方法でサインインしてください。',
    known: 'このデバイスにはすでにあなたのパスキーがあります。',
    unsupported: 'このブラウザーはパスキーに対応していません。',
    insecure:
      'ブラウザーはhttpsまたはlocalhostでのみパスキーを使用します。そのようなアドレスでコンソールを開いてください。',
    address: 'パスキーはサーバーのホスト名に属します。その名前のアドレスでコンソールを開いてください。',
  },
  refused: {
    passkey_refused: 'このパスキーは受け付けられません。もう一度試すか、別の方法でサインインしてください。',
    passkey_unknown:
      'このパスキーはどのユーザーのものでもありません。削除された可能性があります。パスワードでサインインしてください。',
    passkey_copied:
      '複製された可能性があるため、このパスキーは受け付けられません。別の方法でサインインし、プロフィールで削除してください。',
    passkey_question_lost: 'パスキーの要求の期限が切れました。もう一度試してください。',
    passkey_question_expired: 'パスキーの要求の期限が切れました。もう一度試してください。',
    passkey_question_unknown: '別のタブで新しい要求が行われました。もう一度試してください。',
    signed_in_meanwhile: 'その間に別のタブでサインインしました。',
    passkey_taken: 'このパスキーはすでにアカウントに登録されています。別のパスキーを追加してください。',
    passkey_name: '表示できる文字を1～60文字で入力してください。',
    too_many_passkeys: 'アカウントに登録できるパスキーの上限に達しています。先に1つ削除してください。',
    already_enrolled: 'すでに第2要素があります。もう一度サインインしてください。',
    no_passkey: 'アカウントにパスキーがありません。代わりにコードを使用してください。',
    not_allowed: 'サインインできません。管理者に問い合わせてください。',
    too_many_sign_ins: '進行中のサインインが多すぎます。1分後にもう一度試してください。',
    passkeys_off: 'このインストールはパスキーを受け付けていません。',
    passkeys_ip_address:
      'パスキーはホスト名に属しますが、このサーバーにはIPアドレスでアクセスしています。名前のあるアドレスをpublic_urlに設定するよう管理者に依頼してください。',
    passkeys_not_secure:
      'ブラウザーはhttpsまたはlocalhostでのみパスキーを使用します。httpsのアドレスをpublic_urlに設定するよう管理者に依頼してください。',
  },
};
