import type { Japanese } from '../i18n/areas';
import type { notices as english } from '../notices';

export const notices: Japanese<typeof english> = {
  retention_failed: '保持機能の状態を取得できませんでした：{message}',
  log_viewer_failed: 'ログを読み取れませんでした：{message}',
  project_not_created: 'プロジェクトを作成できませんでした',
  onboarding_not_sent: '回答を送信できませんでした。',
  onboarding_not_dismissed: '選択を保存できませんでした。次回も質問が表示されます。',
  node_removed: 'ノードをトポロジーから削除しました。',
  node_removed_already: 'このノードはすでに削除されています。',
  node_unknown: 'このノードは存在しません。',
  node_online: 'このノードはオンラインです。削除できるのは停止したノードだけです。',
  node_not_removed: 'ノードを削除できませんでした。',
  node_removal_interrupted: 'ノードの削除中にサーバーが停止しました。結果は一覧で確認してください。',
  git: {
    test_failed: '接続テストに失敗しました。認証情報を確認してください。',
    created: '作成しました：{key}',
    updated: '更新しました：{key}',
    deleted: '削除しました：{key}',
    create_failed: '統合の作成中にエラーが発生しました',
    update_failed: '統合の更新中にエラーが発生しました',
    delete_failed: '統合の削除中にエラーが発生しました',
  },
};
