import type { Japanese } from '../i18n/areas';
import type { proxies as english } from '../proxies';

export const proxies: Japanese<typeof english> = {
  lead: 'このコンソールのアドレスを指定すると、前段のリバースプロキシの構成を作成できます。',
  later: 'ここでの入力はサーバーに保存されません。ページを離れる前に必要なものをダウンロードしてください。',
  serverName: 'サーバー名',
  serverNameText: 'ユーザーが入力するホスト名です（例：waybill.example.org）。',
  serverNameMissing: 'ホスト名を入力してください。',
  serverNameWrong:
    '有効なホスト名ではありません。英字、数字、ハイフン、ドットを使用し、スキームとポートは含めないでください。',
  upstream: 'このサーバーのアドレス',
  upstreamText: 'プロキシからサーバーに接続するためのホストとポート（例：127.0.0.1:8046）。',
  upstreamWrong: 'ホストとポートをスキームなしで入力してください（例：127.0.0.1:8046）。',
  useHttps: 'HTTPSで応答',
  httpsPort: 'HTTPSポート',
  useHttp: 'HTTPで応答',
  httpPort: 'HTTPポート',
  httpText: '両方を選択すると、HTTPはHTTPSへの転送だけを行います。',
  noProtocol: 'HTTPS、HTTP、または両方を選択してください。',
  portWrong: 'ポートは1〜65535の整数で入力してください。',
  portTwice: '同じポートは一度しか使用できません。',
  method: 'Dockerリバースプロキシの方式',
  methodText: 'Dockerクライアントがリポジトリを指定する方法です。',
  methods: {
    REPOPATHPREFIX: 'パスで指定：host/repository/image',
    SUBDOMAIN: 'サブドメインで指定：repository.host/image',
    PORTPERREPO: 'ポートで指定：host:port/image',
  },
  repositories: 'リポジトリ',
  repositoriesText: {
    SUBDOMAIN: '1行に1つのキー（例：docker-local）。',
    PORTPERREPO: '1行に1組のキーとポート（例：docker-local 5001）。',
  },
  repositoriesWrong: {
    SUBDOMAIN: '英小文字、数字、ハイフンからなるキーを1行に1つ、重複なしで1つ以上入力してください。',
    PORTPERREPO: 'キーとポートを1行に1組（例：docker-local 5001）、重複なしで1行以上入力してください。',
  },
  make: '構成を作成',
  made: '作成された構成',
  madeText: 'この名前のファイルに保存してください。証明書は環境に合わせて変更してください。',
  changed: '入力が変更されました。構成をもう一度作成してください。',
  server: 'このサーバー',
  serverText:
    'プロキシの背後では、ブラウザーが使用するアドレスをサーバーに設定する必要があります。設定しないと、要求が拒否されます。',
  copyOf: '{{file}}をコピー',
  downloadOf: '{{file}}をダウンロード',
};
