import type { Japanese } from '../i18n/areas';
import type { lately as english } from '../lately';

export const lately: Japanese<typeof english> = {
  title: '最近の変更',
  followed: {
    title: 'フォロー中のパッケージ',
    newVersion: '新しいバージョン',
    all: 'すべて表示（{{count, number}}件）',
    fewer: '表示を減らす',
    failed: 'フォロー中のパッケージを読み込めませんでした。',
  },
  attention: '対応が必要（{{count, number}}件）',
  service: {
    offline: '{{name}}はオフラインです。',
    unhealthy: '{{name}}は正常に動作していません。',
    several_other: '{{count, number}}個のサービスがオフラインか、正常に動作していません。',
  },
  advisories: {
    never:
      'セキュリティアドバイザリはまだ取り込まれていません。コマンドwaybill advisories importで取り込めます。',
    lost: '取り込み済みのセキュリティアドバイザリが見つかりません。コマンドwaybill advisories importで再度取り込めます。',
    old_other:
      'セキュリティアドバイザリの最後の取り込みは{{count, number}}日前です。コマンドwaybill advisories importで更新できます。',
  },
  cleanup: {
    failed: 'クリーンアップポリシー{{name}}の前回の実行は失敗しました。',
    several_other: '{{count, number}}件のクリーンアップポリシーで前回の実行が失敗しました。',
  },
  severe_other:
    '保存されている{{count, number}}件のバージョンに、重大度が「緊急」または「高」の脆弱性があります。',
  bundles_other: '{{count, number}}件のサポートバンドルを作成できませんでした。',
};
