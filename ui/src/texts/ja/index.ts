import type { TranslatedInto } from '../i18n/areas';
import { auth } from './auth';
import { clientLogin } from './clientLogin';
import { coming } from './coming';
import { common } from './common';
import { passkeySignIn } from './passkeySignIn';
import { registration } from './registration';
import { signIn } from './signIn';
import { sso } from './sso';
import { system } from './system';
import { titles } from './titles';

/** What the pages before the frame show, in Japanese; `inside.ts` has the rest. */
export const japanese: TranslatedInto<'ja'> = {
  common,
  auth,
  signIn,
  sso,
  clientLogin,
  registration,
  coming,
  system,
  passkeySignIn,
  titles,
  refusals: {
    account_fixed: 'このアカウントを変更できるのは管理者だけです。',
    application_callback:
      'ユーザー、フラグメント、ワイルドカードのないhttpsアドレスを入力してください。例：https://app.example.org/callback。httpは127.0.0.1と[::1]だけで使用できます。',
    application_description: '説明は表示できる文字で1000文字以内です。',
    application_name: '名前に空白や特殊文字は使用できません',
    application_name_taken: 'この名前は別のアプリケーションが使用しています。別の名前を選択してください。',
    application_scopes: 'スコープを1つ以上選択してください',
    bad_email: 'メールアドレスではありません。maria@example.org のように入力してください。',
    bundle_distributing: 'このリリースバンドルの配布を実行しています。終了後に再試行してください。',
    bundle_environment:
      'この環境に属するローカルリポジトリがありません。別の環境を選択するか、昇格先のリポジトリに環境を追加してください。',
    bundle_exists:
      'この名前とバージョンのリリースバンドルはすでにあります。別のバージョンを選択してください。',
    bundle_name: 'バンドルの名前は、英数字、ドット、ハイフン、下線からなる1～128文字で、先頭は英数字です。',
    bundle_not_distributable:
      '配布できるのは、ここでリポジトリのファイルから作成されたリリースバンドルだけです。',
    bundle_not_promotable:
      '昇格できるのは、ここでリポジトリのファイルから作成されたリリースバンドルだけです。',
    bundle_promoting: 'このリリースバンドルの昇格を実行しています。終了後に再試行してください。',
    bundle_removing: 'このリリースバンドルはファイルとともに削除されています。',
    bundle_repositories:
      '環境のローカルリポジトリではないものが含まれています。環境のリポジトリを選択するか、すべてに昇格するには何も選択しないでください。',
    bundle_targets: '存在する配布先を1～10件、重複なしで選択してください。',
    bundle_version:
      'バンドルのバージョンは、英数字、ドット、ハイフン、下線、プラス記号からなる1～64文字で、先頭は英数字です。',
    distribution_target_token_missing: '配布先のアクセストークンがありません。もう一度入力してください。',
    download_rule_age: 'ルールの時間は1～8760時間です。',
    download_rule_licences:
      'ライセンスのルールには、GPL-3.0-onlyのようなSPDXの識別子を1件ずつ、最大100件指定できます。不明なライセンスを対象にしない場合は、少なくとも1件必要です。',
    download_rule_name: 'ルールの名前は、表示できる1～64文字です。',
    download_rule_name_taken: 'この名前のルールは既にあります。区別できる別の名前を選んでください。',
    download_rule_repositories:
      'ルールには、表示できる1～64文字のリポジトリのパターンを最大20件指定できます。',
    edited_meanwhile: '他の管理者がその間に変更しました。現在の値を読み込み、もう一度変更してください。',
    git_answer:
      'サーバーがこのベンダーのAPIとして応答しないか、エラーが発生しています。ベンダーとURLを確認するか、後で再試行してください。',
    git_blocked:
      'このサーバーは、相手のサーバーのアドレスには接続しません。意図したアドレスであれば、設定の[outbound] allowでそのネットワークとポートを許可してください。',
    git_busy: 'ほかのリポジトリをスキャンしています。終わってから再試行してください。',
    git_changed: '統合はその間に変更されました。もう一度スキャンしてください。',
    git_ftp: 'FTPサーバーにはAPIがありません。サーバーのhttpsアドレスを使用してください。',
    git_moved: 'リポジトリが移動されたか、名前が変更されました。もう一度選択してください。',
    git_name: '統合名は、表示できる1～100文字で入力してください。',
    git_name_taken: 'この名前の統合はすでにあります。',
    git_no_address:
      'このサーバーには、ベンダーがプッシュを通知できるアドレスがありません。設定でpublic_urlを指定してください。',
    git_not_scanned: '統合が製品「スキャン」を使うようになると、リポジトリを選択してスキャンできます。',
    git_not_tested: '保存する前に、これらの値で接続をテストしてください。',
    git_occupied: 'ほかのリクエストがGitサーバーの応答を待っています。しばらくしてから再試行してください。',
    git_other_user: 'このトークンは別のユーザーのものです。',
    git_refused:
      'サーバーはこのトークンでこのユーザーを受け付けません。両方とトークンの権限を確認してください。',
    git_token:
      'トークンは、空白を含まない表示可能なASCII文字1～512文字です。別のURLには新しいトークンが必要です。',
    git_too_large: 'サーバーの応答が、読み取れる大きさを超えています。',
    git_too_many: '統合の数が上限に達しています。先に1件削除してください。',
    git_too_many_repositories: '1つの統合で選択できるリポジトリは200件までです。',
    git_unavailable:
      'この環境ではGit統合がオフになっています。サーバーの設定の機能にgit_scanningを追加してください。',
    git_unknown_repository: 'このリポジトリは存在しないか、トークンでアクセスできません。',
    git_unreachable:
      'サーバーに安全に接続できません。URLがhttpsで始まること、サーバーが応答すること、証明書が有効であることを確認してください。',
    git_url: '有効なURLを入力してください',
    git_user_name: 'ユーザー名は、表示できる1～200文字で入力してください。',
    git_vendor_fixed: '統合のベンダーは変更できません。新しい統合を作成してください。',
    group_name_taken: 'この名前のグループは既にあります。別の名前を選んでください。',
    member_is_a_group: 'これはグループです。グループのメンバーはユーザーです。',
    name_looks_alike: 'この名前は他のユーザーの名前と見分けがつきません。別の名前を選んでください。',
    domain_not_admitted:
      'アカウントは特定のドメインのメールアドレスでのみ作成できます。別のアドレスを使用するか、管理者に問い合わせてください。',
    registration_off: 'ここではアカウントを自分で作成できません。管理者に依頼してください。',
    registration_taken:
      'この名前またはメールアドレスのユーザーが既に存在します。別の名前でアカウントを作成するか、サインインしてください。',
    own_account:
      'これは自分のアカウントです。プロフィールでパスワードを変更するか、他の管理者に依頼してください。',
    busy: 'サーバーが混み合っています。しばらくしてから再試行してください。',
    internal: 'サーバーでエラーが発生しました。詳細はサーバーのログを確認してください。',
    link_dead: 'このセットアップ用のリンクは無効です。',
    link_expired:
      'このセットアップ用のリンクは有効期限が切れています。新しいリンクを取得するには、サーバーを再起動してください。',
    no_enrolment: '確認するものがありません。最初からやり直してください。',
    not_allowed: 'この操作は許可されていません。管理者に問い合わせてください。',
    password_common: 'このパスワードは攻撃者が最初に試すものの1つです。別のパスワードを選択してください。',
    password_holds_name: 'パスワードにユーザー名を含めることはできません。',
    password_too_long: '1024文字以内で入力してください。',
    password_too_short: '8文字以上で入力してください。15文字以上を推奨します。',
    password_unchanged: '現在のパスワードとは異なるものを設定してください。',
    remote_leads_back: 'もう一方のプラットフォームは、このサーバー自身です。',
    remote_nonsense: 'もう一方のプラットフォームの応答を解釈できません。',
    remote_not_accepted: 'もう一方のプラットフォームが、このサーバーのトークンを受け付けません。',
    remote_not_there:
      'もう一方のプラットフォームがこの呼び出しに対応していません。バージョンが古い可能性があります。',
    remote_unavailable: 'もう一方のプラットフォームから応答がありません。',
    repository_address:
      'このサーバーはこのアドレスに接続しません。プライベートアドレスは、設定の[outbound] allowで許可する必要があります。パスワードは、パブリックアドレスにはhttpsでのみ送信されます。',
    slow_down: '試行回数が多すぎます。しばらくお待ちください。',
    too_many_applications:
      'アプリケーションの数が上限に達しています。先に1件を削除するか取り消してください。',
    too_many_codes: '誤ったコードが多すぎます。続行するには、もう一度サインインしてください。',
    too_many_download_rules: 'ルールは最大50件、合計12 KiBです。いくつかをまとめるか、短くしてください。',
    too_many_sessions:
      'このアドレスから開始されたセッションが多すぎます。しばらくしてから再試行してください。',
    too_slow: '要求が時間内に届きませんでした。もう一度送信してください。',
    unavailable: 'サーバーのサービスの1つが応答していません。後で再試行してください。',
    unknown_integration: 'この統合は存在しません。削除された可能性があります。',
    email_not_sent: 'メールを送信できませんでした',
    no_mail: 'この環境はメールを送信しません。管理者にリンクを依頼してください。',
    no_email: 'このユーザーにはメールアドレスがありません。入力するか、リンクを直接渡してください。',
    mail_budget: '最近このユーザーに送信したメールが多すぎます。しばらくしてから再試行してください。',
    too_many_mails: '送信待ちのメールが多すぎます。しばらくしてから再試行してください。',
    password_not_reset: 'パスワードをリセットできませんでした',
    link_refused: 'このリンクは無効です。新しいリンクを要求してください。',
    wrong_user: 'このリンクは別のアカウントのものです。',
    key_not_checked: 'このセッションではリンクが確認されていません。もう一度開いてください。',
    no_mail_server: 'メールサーバーが設定されていません。一般設定で設定してください。',
    no_public_url: 'この環境のアドレスが設定されていません。構成でpublic_urlを設定してください。',
    wrong_password: '現在のパスワードが正しくありません。',
    too_many_webhooks: 'Webhookの数が上限に達しています。先に1件を削除してください。',
    webhook_delivery_waiting: 'この配信は待機中で、自動的に再送信されます。',
    webhook_disabled: 'Webhookは無効です。先に有効にしてください。',
    webhook_no_earlier_secret: 'まだ有効な以前のシークレットはありません。',
    webhook_not_rotated:
      '交換できるのは、イベントに署名するシークレットだけです。他のシークレットは名前を指定して置き換えます。',
    webhook_secrets_kept:
      'アドレスが変わります。シークレットは別の受信側に送信されないため、もう一度入力してください。',
  },
};
