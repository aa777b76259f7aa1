import type { Japanese } from '../i18n/areas';
import type { why as english } from '../why';

export const why: Japanese<typeof english> = {
  title: 'このページが表示された理由',
  wanted: '「{{wanted}}」を要求し、「{{here}}」が表示されています。',
  stayed: '要求された「{{wanted}}」は開かれませんでした。「{{here}}」が表示されています。',
  failed: '要求された「{{wanted}}」を開けませんでした。「{{here}}」が表示されています。',
  entered: '要求どおり「{{wanted}}」が表示されています。転送は行われていません。',
  unsettled: 'このページはまだ決定されていません。',
  steps: 'ここまでの経路',
  step: '「{{from}}」から「{{to}}」へ',
  stopped: '「{{from}}」',
  decidedBy: '決定したルール',
  change: '結果を変えるには',
  circle: '経路が循環したため、6ステップで中断しました。',
  factsTitle: '当時わかっていたこと',
  facts: {
    role: 'ロール',
    signedIn: 'サインイン済み',
    visitors: '訪問者の閲覧を許可',
    visitorsBlocked: '訪問者を拒否',
    licence: 'ライセンス',
    needs: 'ページの対象',
    services: 'サービス',
    feature: 'ページに必要な機能',
    provider: '認証プロバイダー',
    firstLogin: '初回のサインイン',
    onboarding: '初期設定が未完了',
  },
  yes: 'はい',
  no: 'いいえ',
  none: 'なし',
  noLicence: 'インストールなし',
  roles: { anonymous: '訪問者', user: 'ユーザー', project_admin: 'プロジェクト管理者', admin: '管理者' },
  access: {
    unauthenticated: '全員',
    console: 'コンソールの使用を許可された全員',
    signed_in: 'サインインした全員',
    project_admin: 'プロジェクトの管理者',
    project_settings: 'そのプロジェクトの管理者',
    admin: '管理者',
  },
  asSeen: '次の立場で表示：',
  record: 'レコード{{seq}}',
  recordAt: '記録日時：{{at}}',
  decision: '決定',
  factsFrom: '根拠',
  now: '根拠のレコードを読み取れませんでした。現在の状態を表示しています。',
  noFacts: '決定の時点では、まだ何もわかっていませんでした。',
  loading: '根拠のレコードを読み込んでいます…',
  copy: 'JSONとしてコピー',
  copied: 'コピーしました',
  licences: 'ライセンスをインストール',
  logIn: 'サインイン',
  askAgain: '再試行',
  stopView: '自分の表示に戻る',
  asAdmin: {
    feature_unsupported: '設定ファイルの [installation] の `features` に機能を追加してください。',
    menu_item_hidden: '設定ファイルの `hidden_routes` からページを削除するか、サービスを有効にしてください。',
  },
  guards: {
    start_application: {
      says: 'アプリケーションを起動できなかったため、ページを決定できませんでした。',
      change:
        '再試行してください。解決しない場合は、すべてのサービスが実行されているか管理者に確認してください。',
    },
    cancel_pending: {
      says: 'このページを開くと、処理中の他の要求は取り消されます。',
      change: '変更は不要です。最後に要求したページが表示されます。',
    },
    skip_license_check: {
      says: 'このリンクはライセンスなしで開けるため、ライセンスは確認されませんでした。',
      change: '変更は不要です。',
    },
    external_redirect: {
      says: 'この環境では、全員が別のアドレスに転送されます。',
      change: '設定から外部アドレスを削除するよう、管理者に依頼してください。',
    },
    anonymous_from_root: {
      says: 'このコンソールは訪問者を受け付けないため、スタートページからサインインページに移動しました。',
      change: 'サインインするか、訪問者を許可するよう管理者に依頼してください。',
    },
    anonymous_not_allowed: {
      says: 'サインインしておらず、この環境では訪問者の閲覧が許可されていません。',
      change: 'サインインするか、匿名アクセスを許可するよう管理者に依頼してください。',
    },
    menu_item_hidden: {
      says: 'このページは、この環境で非表示または無効になっています。',
      change: 'ページを有効にするよう、管理者に依頼してください。',
    },
    no_licence: {
      says: 'ライセンスがインストールされていないため、ライセンスをインストールするページ以外は開けません。',
      change: '管理者がライセンスをインストールする必要があります。',
    },
    unauthorised: {
      says: 'ロールにこのページの権限がないため、スタートページに移動しました。',
      change: 'ページに必要なロールを管理者に依頼してください。',
    },
    log_out: {
      says: 'サインアウトすると、サインインページに移動します。',
      change: '変更は不要です。戻るにはサインインしてください。',
    },
    invitation_invalid: {
      says: '招待が無効です。このリリースでは招待は送信されません。',
      change: 'アカウントの作成を管理者に依頼してください。',
    },
    client_session_missing: {
      says: 'このブラウザーからサインインを開始したコマンドラインクライアントはありません。',
      change: 'コマンドラインからサインインを開始し、表示されたリンクを開いてください。',
    },
    client_session_waits: {
      says: 'コマンドラインクライアントがサインインを待っています。',
      change: 'サインインを承認するか、このタブを閉じて取り消してください。',
    },
    provider_redirect: {
      says: 'サインインページから認証プロバイダーに直接移動します。',
      change: '自動サインオンを無効にするよう、管理者に依頼してください。',
    },
    already_signed_in: {
      says: 'すでにサインインしているため、サインイン用のページは開きません。',
      change: '別のユーザーとしてサインインするには、サインアウトしてください。',
    },
    onboarding_owed: {
      says: '初期設定が完了していない管理者であるため、初期設定が開かれました。',
      change: 'クイックセットアップを完了するか、省略してください。',
    },
    first_deployment: {
      says: '初回のサインインのため、最初のデプロイから開始します。',
      change: 'これは1回だけです。次回からはスタートページが開きます。',
    },
    feature_unsupported: {
      says: 'このページは、この環境が対応していない機能の一部です。',
      change: '機能を有効にするよう、管理者に依頼してください。',
    },
    old_bundles_path: {
      says: 'リリースバンドルのアドレスが変わったため、以前のアドレスから転送されました。',
      change: '変更は不要です。ブックマークの場合は更新してください。',
    },
    bundles_tab: {
      says: 'タブが指定されていないため、ライセンスとサービスに合うタブが開かれました。',
      change: '変更は不要です。Enterprise Plusライセンスと配布サービスがあれば、もう一方のタブが開きます。',
    },
    scanning_available: {
      says: 'スキャンが利用できるため、紹介ページの代わりにポリシーが開かれました。',
      change: '変更は不要です。',
    },
    account_portal: {
      says: 'アカウントポータルのアドレスが設定されているため、そのアドレスに移動しました。',
      change: '設定からアドレスを削除するよう、管理者に依頼してください。',
    },
    error_from_nowhere: {
      says: 'このエラーページの原因となったエラーがないため、スタートページに移動しました。',
      change: '変更は不要です。',
    },
    unknown_path: {
      says: 'このアドレスのページはコンソールになく、このアドレスを公開しているサービスもありません。',
      change:
        'アドレスに誤りがないか確認してください。サービスが応答するはずの場合は、実行されているか管理者に確認してください。',
    },
    leads_to: {
      says: 'このアドレスには固有のページがなく、対応するページに移動します。',
      change: '変更は不要です。',
    },
  },
  unknown: {
    says: 'このページで認識できないルールによって決定されました。',
    change: 'ページを再読み込みしてください。サーバーのバージョンの方が新しい可能性があります。',
  },
};
