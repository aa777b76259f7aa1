import type { InEveryLanguage } from '../kit/texts';

const en = {
  lead: 'What the machines of this session do, as it happens.',
  waiting: 'No changes since this page was opened. Open a second tab to see some.',
  moved: '{{name}} is now {{state}}',
  list: 'State changes, latest first',
  pause: 'Pause',
  go: 'Resume',
} as const;

export const texts: InEveryLanguage<keyof typeof en> = {
  en,
  de: {
    lead: 'Was die Automaten dieser Sitzung tun, während es geschieht.',
    waiting:
      'Keine Änderungen, seit diese Seite geöffnet wurde. Öffnen Sie einen zweiten Tab, um welche zu sehen.',
    moved: '{{name}} ist jetzt {{state}}',
    list: 'Zustandsänderungen, die neueste zuerst',
    pause: 'Anhalten',
    go: 'Fortsetzen',
  },
  fr: {
    lead: 'L’activité des machines de cette session, en temps réel.',
    waiting: 'Aucun changement depuis l’ouverture de cette page. Ouvrez un second onglet pour en voir.',
    moved: '{{name}} est maintenant {{state}}',
    list: 'Changements d’état, du plus récent au plus ancien',
    pause: 'Suspendre',
    go: 'Reprendre',
  },
  ja: {
    lead: 'このセッションのマシンの動作をリアルタイムで表示します。',
    waiting: 'このページを開いてからの変化はありません。別のタブを開くと変化が表示されます。',
    moved: '{{name}}は現在{{state}}です',
    list: '状態の変化（新しい順）',
    pause: '一時停止',
    go: '再開',
  },
  ar: {
    lead: 'ما تفعله آلات هذه الجلسة لحظة حدوثه.',
    waiting: 'لا تغييرات منذ فتح هذه الصفحة. افتح علامة تبويب أخرى لترى بعضها.',
    moved: '{{name}} الآن {{state}}',
    list: 'تغييرات الحالة، الأحدث أولًا',
    pause: 'إيقاف مؤقت',
    go: 'استئناف',
  },
};
