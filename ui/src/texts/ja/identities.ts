import type { Japanese } from '../i18n/areas';
import type { identities as english } from '../identities';

export const identities: Japanese<typeof english> = {
  title: 'サインインプロバイダー',
  lead: '他のサービスで持っているアカウントでもサインインできます。',
  list: 'リンクされたID',
  failed: 'リンクされたIDを読み込めませんでした。',
  retry: '再試行',
  none: 'リンクされたIDはありません。',
  since: 'リンク日時',
  deleted: 'このプロバイダーは削除されました。このIDは使用できません。',
  unlink: 'リンク解除',
  unlinkNamed: '{{name}}のIDのリンクを解除',
  unlinked: '{{name}}のIDのリンクを解除しました。',
  linked: 'IDをリンクしました。今後はこのIDでサインインできます。',
  linkLead: '別のIDをリンクします。そちらでサインインした後、ここに戻ります。',
  link: '{{name}}をリンク',
  continueTo: '{{name}}に進む',
  external:
    'このアカウントにはここでのパスワードがないため、これらのIDだけでサインインします。リンクの解除は管理者に依頼してください。最後の1件は解除できません。',
  ofUser: 'サインインプロバイダーのID',
  ofUserLead: 'ユーザーはこれらでもサインインします。',
  lastOfUser: 'ユーザーがサインインできる唯一の方法です。リンクは解除できません。',
  unlinkQuestion: '{{name}}のIDのリンクを解除しますか？',
  unlinkText: 'このIDでサインインした場所から、ユーザーはサインアウトされます。',
  keep: '維持',
};
