import type { coming as english } from '../coming';
import type { Arabic } from '../i18n/areas';

export const coming: Arabic<typeof english> = {
  page: {
    badge: 'يأتي في إصدار لاحق',
    now: 'ما يعمل الآن',
    needs: 'ما سيلزم لذلك',
    licences: 'عرض الرخصة المثبَّتة',
    askAdmin: 'يمكن للمسؤول أن يرى أي رخصة مثبَّتة.',
    general: 'ليس لدى هذه الصفحة ما تعرضه بعد. ستحصل على محتواها في إصدار لاحق.',
  },
  later: {
    releaseBundlesTeaser:
      'حزمة الإصدار قائمة موقَّعة من ملفات يخص بعضها بعضًا. تُنشأ مرة واحدة ولا يمكن تغييرها بعد ذلك، وتُرسَل كاملةً إلى حيث يُحتاج إليها.',
    securityPolicies: 'ستُحفظ هنا السياسات التي تحدد الثغرات والرخص غير المقبولة وما يحدث عندئذ.',
    'admin.monitoring.pdn':
      'ستُراقب هنا مجموعات شبكة التوزيع الخاصة وعقدها: ما تحفظه كل عقدة ومدى سرعة تمريرها له.',
    'admin.topology': 'ستُرسم هنا خوادم المنصة وما يعمل منها معًا على خريطة.',
    'admin.topologyTeaser':
      'تعرض بنية الشبكة كل خوادم المنصة على خريطة واحدة: أين تقع، وأي خدمات تشغّل، وأي النسخ تنتقل من أين إلى أين.',
    'admin.pipelinesTeaser':
      'تبني خطوط العمل ما في مستودعاتك وتختبره وتمرره خطوة بخطوة. ويُحفظ كل تشغيل بما دخل إليه وما خرج منه.',
    'admin.securityTeaser':
      'يبحث الأمان والامتثال عن الثغرات المعروفة والرخص غير المرغوبة في كل ما هو مخزَّن، ويوقف ما يخالف السياسة.',
    'admin.pdnTeaser':
      'توصل شبكة التوزيع الخاصة الإصدارات الكبيرة إلى أجهزة كثيرة معًا: تجلب العقد القريبة من الأجهزة الملف مرة واحدة وتتناقله فيما بينها.',
  },
  needs: {
    releaseBundlesTeaser: 'خدمة التوزيع، ورخصة Enterprise Plus لإنشاء الحزم. أما رخصة Edge فتستقبلها.',
    'admin.topologyTeaser': 'خدمة Mission Control ورخصة Enterprise فما فوق.',
    'admin.pipelinesTeaser': 'خدمة خطوط العمل ورخصة Enterprise فما فوق.',
    'admin.securityTeaser': 'خدمة الفحص، ورخصة تجارية أو تجريبية أو Edge أو Enterprise.',
    'admin.pdnTeaser': 'خدمتا التتبع والتوزيع، ورخصة Enterprise Plus.',
  },
  target: {
    sessionActivity: 'كل خطوة في هذه الجلسة مباشرةً، مع القاعدة التي قررتها.',
    integrations: 'أدوات المطورين والتكامل المستمر، مع إعداد كل منها.',
    userProfile: 'حسابك وكلمة مرورك وعاملك الثاني وأين سجّلت الدخول.',
    releaseBundles: 'تبويبات خدمة التوزيع.',
    'admin.licenses.licenses': 'الرخصة المثبَّتة.',
    'admin.monitoring.status': 'خدمات المنصة وعُقدها مباشرةً.',
    'admin.repositories': 'مستودعات هذه المنصة.',
    'admin.projects': 'مشاريع هذه المنصة.',
  },
};
