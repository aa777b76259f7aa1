import type { advanced as english } from '../advanced';
import type { Arabic } from '../i18n/areas';

export const advanced: Arabic<typeof english> = {
  page: {
    lead: 'كل صفحات الإدارة، وما تحتاج إليه الصفحة حيث لا يمكن فتحها.',
    search: 'البحث في الصفحات',
    clear: 'مسح البحث',
    count_zero: 'لا صفحات',
    count_one: 'صفحة واحدة',
    count_two: 'صفحتان',
    count_few: '{{count, number}} صفحات',
    count_many: '{{count, number}} صفحة',
    count_other: '{{count, number}} صفحة',
    none: 'لا توجد صفحة تطابق «{{query}}»',
    noneText: 'جرّب كلمة أخرى أو امسح البحث.',
    empty: 'لا يوجد هنا ما يخصك',
    emptyText: 'لا تعرض المنصة على هذا الحساب أي صفحة من صفحات الإدارة.',
    loading: 'جارٍ تحميل القائمة…',
    late: 'يستغرق تحميل القائمة وقتًا أطول مما ينبغي.',
    wait: 'قد يكون الخادم مشغولًا. يمكنك الانتظار أو إعادة تحميل الصفحة.',
  },
  group: {
    repositories: 'المستودعات',
    management: 'الأشخاص والمشاريع',
    configuration: 'الإعدادات',
    monitoring: 'المراقبة',
    distribution: 'التوزيع',
    services: 'الخدمات',
    other: 'المزيد',
  },
  lack: {
    service_missing: 'الخدمة التي تقف خلف هذه الصفحة لا تعمل.',
    licence_too_low: 'الرخصة المثبَّتة لا تشمل هذه الصفحة.',
    switched_off: 'أُعدَّت هذه المنصة بدون هذه الصفحة.',
    leads_elsewhere: 'تقود هذه الصفحة حاليًا إلى مكان آخر.',
  },
};
