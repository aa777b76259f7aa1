import type { InEveryLanguage } from '../kit/texts';

const en = {
  title: 'Distribution',
  sourceLead:
    'Sending release bundles to other installations comes in a later release. Those created here are listed above.',
  targetLead:
    'Receiving release bundles from other installations comes in a later release. Those imported as a manifest are listed above.',
  works: 'Available now',
  packages: 'Browse packages',
  webhooks: 'Get notified of changes by webhooks',
  activity: 'See what happened in this session',
  noSource:
    'Creating release bundles requires an Enterprise Plus licence. The installed licence is {{licence}}.',
} as const;

export const texts: InEveryLanguage<keyof typeof en> = {
  en,
  de: {
    title: 'Verteilung',
    sourceLead:
      'Das Senden von Release-Bündeln an andere Installationen kommt in einer späteren Version. Hier erstellte sind oben aufgeführt.',
    targetLead:
      'Das Empfangen von Release-Bündeln anderer Installationen kommt in einer späteren Version. Als Manifest importierte sind oben aufgeführt.',
    works: 'Jetzt verfügbar',
    packages: 'Pakete durchsuchen',
    webhooks: 'Über Änderungen per Webhook benachrichtigt werden',
    activity: 'Ansehen, was in dieser Sitzung geschah',
    noSource:
      'Zum Erstellen von Release-Bündeln ist eine Enterprise-Plus-Lizenz nötig. Installiert ist {{licence}}.',
  },
  fr: {
    title: 'Distribution',
    sourceLead:
      'L’envoi de lots de publication à d’autres installations viendra dans une version ultérieure. Les lots créés ici figurent ci-dessus.',
    targetLead:
      'La réception de lots de publication d’autres installations viendra dans une version ultérieure. Les lots importés sous forme de manifeste figurent ci-dessus.',
    works: 'Disponible dès maintenant',
    packages: 'Parcourir les paquets',
    webhooks: 'Être averti des modifications par webhook',
    activity: 'Voir ce qui s’est passé dans cette session',
    noSource:
      'La création de lots de publication exige une licence Enterprise Plus. La licence installée est {{licence}}.',
  },
  ja: {
    title: '配布',
    sourceLead:
      '他の環境へのリリースバンドルの送信は、今後のリリースで提供されます。ここで作成されたものは上に表示されています。',
    targetLead:
      '他の環境からのリリースバンドルの受信は、今後のリリースで提供されます。マニフェストとしてインポートされたものは上に表示されています。',
    works: '現在利用できるもの',
    packages: 'パッケージを表示',
    webhooks: 'Webhookで変更の通知を受け取る',
    activity: 'このセッションの動きを表示',
    noSource:
      'リリースバンドルの作成にはEnterprise Plusライセンスが必要です。インストール済みのライセンスは{{licence}}です。',
  },
  ar: {
    title: 'التوزيع',
    sourceLead: 'إرسال حزم الإصدار إلى منصات أخرى يأتي في إصدار لاحق. الحزم المنشأة هنا مذكورة أعلاه.',
    targetLead:
      'استقبال حزم الإصدار من منصات أخرى يأتي في إصدار لاحق. الحزم المستوردة على شكل بيان مذكورة أعلاه.',
    works: 'المتاح الآن',
    packages: 'تصفّح الحزم',
    webhooks: 'تلقّي إشعارات الويب عند التغييرات',
    activity: 'عرض ما حدث في هذه الجلسة',
    noSource: 'يتطلب إنشاء حزم الإصدار رخصة Enterprise Plus. الرخصة المثبَّتة هي {{licence}}.',
  },
};
