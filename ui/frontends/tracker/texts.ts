import type { InEveryLanguage } from '../kit/texts';

const en = {
  lead: 'Tracker will follow releases on their way through a distribution network. Until a later release has this, it shows what happens in your session.',
  title: 'Event log of this session',
  more: 'Every step is in the log of this session:',
  activity: 'Session activity',
  waiting: 'No changes since this page was opened. Open a second tab to see some.',
  moved: '{{name}} is now {{state}}',
  list: 'State changes, latest first',
  pause: 'Pause',
  go: 'Resume',
} as const;

export const texts: InEveryLanguage<keyof typeof en> = {
  en,
  de: {
    lead: 'Tracker wird Releases auf ihrem Weg durch ein Verteilungsnetz verfolgen. Bis eine spätere Version das kann, ist hier zu sehen, was in Ihrer Sitzung geschieht.',
    title: 'Ereignisprotokoll dieser Sitzung',
    more: 'Jeder Schritt steht im Protokoll dieser Sitzung:',
    activity: 'Sitzungsverlauf',
    waiting:
      'Keine Änderungen, seit diese Seite geöffnet wurde. Öffnen Sie einen zweiten Tab, um welche zu sehen.',
    moved: '{{name}} ist jetzt {{state}}',
    list: 'Zustandsänderungen, die neueste zuerst',
    pause: 'Anhalten',
    go: 'Fortsetzen',
  },
  fr: {
    lead: 'Tracker suivra les versions publiées à travers un réseau de distribution. En attendant une version ultérieure, cette page présente ce qui se passe dans votre session.',
    title: 'Journal des événements de cette session',
    more: 'Chaque étape figure dans le journal de cette session :',
    activity: 'Activité de la session',
    waiting: 'Aucun changement depuis l’ouverture de cette page. Ouvrez un second onglet pour en voir.',
    moved: '{{name}} est maintenant {{state}}',
    list: 'Changements d’état, du plus récent au plus ancien',
    pause: 'Suspendre',
    go: 'Reprendre',
  },
  ja: {
    lead: 'Trackerでは、配布ネットワークを通るリリースを追跡する予定です。今後のリリースで提供されるまでは、このセッションの動きを表示します。',
    title: 'このセッションのイベントログ',
    more: 'すべてのステップはこのセッションのログにあります：',
    activity: 'セッションのアクティビティ',
    waiting: 'このページを開いてからの変化はありません。別のタブを開くと変化が表示されます。',
    moved: '{{name}}は現在{{state}}です',
    list: '状態の変化（新しい順）',
    pause: '一時停止',
    go: '再開',
  },
  ar: {
    lead: 'سيتتبع Tracker الإصدارات في طريقها عبر شبكة التوزيع. وإلى أن يأتي ذلك في إصدار لاحق، تعرض هذه الصفحة ما يحدث في جلستك.',
    title: 'سجل أحداث هذه الجلسة',
    more: 'كل خطوة مدوَّنة في سجل هذه الجلسة:',
    activity: 'نشاط الجلسة',
    waiting: 'لا تغييرات منذ فتح هذه الصفحة. افتح علامة تبويب أخرى لترى بعضها.',
    moved: '{{name}} الآن {{state}}',
    list: 'تغييرات الحالة، الأحدث أولًا',
    pause: 'إيقاف مؤقت',
    go: 'استئناف',
  },
};
