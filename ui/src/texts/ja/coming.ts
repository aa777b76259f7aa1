import type { coming as english } from '../coming';
import type { Japanese } from '../i18n/areas';

export const coming: Japanese<typeof english> = {
  page: {
    badge: '今後のリリースで提供',
    now: '現在利用できるもの',
    needs: '必要になるもの',
    licences: 'インストール済みのライセンスを表示',
    askAdmin: 'インストール済みのライセンスは、管理者が確認できます。',
    general: 'このページの内容はまだありません。今後のリリースで提供されます。',
  },
  later: {
    releaseBundlesTeaser:
      'リリースバンドルは、関連するアーティファクトの署名付きリストです。一度作成すると変更できず、必要な場所へまとめて送信されます。',
    securityPolicies:
      '許容しない脆弱性とライセンス、および検出時の処理を定めるポリシーを、ここで管理できるようになります。',
    'admin.monitoring.pdn':
      'プライベート配布ネットワークのグループとノードを、ここで監視できるようになります。各ノードの内容と配布の速度を確認できます。',
    'admin.topology': 'プラットフォームのサーバーとその連携が、ここにマップとして表示されます。',
    'admin.topologyTeaser':
      'トポロジーは、プラットフォームのすべてのサーバーを1つのマップに表示します。設置場所、実行中のサービス、レプリケーションの方向がわかります。',
    'admin.pipelinesTeaser':
      'パイプラインは、リポジトリの内容を段階的にビルド、テスト、配布します。各実行は、入力と出力とともに保存されます。',
    'admin.securityTeaser':
      'セキュリティとコンプライアンスは、保存されているすべてのものについて既知の脆弱性と望ましくないライセンスを検出し、ポリシーに違反するものをブロックします。',
    'admin.pdnTeaser':
      'プライベート配布ネットワークは、大規模なリリースを多数のマシンに同時に配布します。マシンの近くのノードがファイルを1回だけ取得し、ノード間で受け渡します。',
  },
  needs: {
    releaseBundlesTeaser:
      '配布サービスと、バンドルの作成にはEnterprise Plusライセンス。Edgeライセンスでは受信できます。',
    'admin.topologyTeaser': 'ミッションコントロールサービスと、Enterprise以上のライセンス。',
    'admin.pipelinesTeaser': 'パイプラインサービスと、Enterprise以上のライセンス。',
    'admin.securityTeaser': 'スキャンサービスと、商用、試用、Edge、またはEnterpriseのライセンス。',
    'admin.pdnTeaser': 'トラッカーサービス、配布サービス、Enterprise Plusライセンス。',
  },
  target: {
    sessionActivity: 'このセッションのすべてのステップを、適用されたルールとともにライブで表示します。',
    integrations: '開発ツールと継続的インテグレーション、それぞれの設定手順。',
    userProfile: 'アカウント、パスワード、第2要素、サインイン中の場所です。',
    releaseBundles: '配布サービスのタブです。',
    'admin.licenses.licenses': 'インストール済みのライセンスです。',
    'admin.monitoring.status': 'プラットフォームのサービスとノードをライブで表示します。',
    'admin.repositories': 'この環境のリポジトリです。',
    'admin.projects': 'この環境のプロジェクトです。',
  },
};
