import type { Japanese } from '../i18n/areas';
import type { sessionEnd as english } from '../sessionEnd';

export const sessionEnd: Japanese<typeof english> = {
  idle: {
    title: 'まだご利用中ですか？',
    text: 'しばらく操作がありません。サインインを続けない場合、すべてのタブでサインアウトされます。',
    left: '残り時間：{{time}}',
    stay: 'サインインを続ける',
  },
  absolute: {
    title: 'セッションは{{time}}に終了します。',
    text: 'セッションは、操作の有無にかかわらず一定時間で終了します。その際にもう一度サインインを求められ、それまでこのページの内容はそのまま保たれます。',
    close: '閉じる',
  },
  again: {
    idle: 'この環境で許可されている時間より長く操作がなかったため、サインアウトされました。',
    expired: 'ここで許可されているセッションの最長時間に達したため、サインアウトされました。',
    keeps:
      'サインインするまで、このページの内容はそのまま保たれます。別のユーザーがサインインすると、ページは最初から始まります。',
    elsewhere: 'サインインサービスは別のタブで開きます。そこでサインインしたら、このタブに戻ってください。',
  },
};
