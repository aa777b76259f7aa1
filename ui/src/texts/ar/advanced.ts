import type { advanced as english } from '../advanced';
import type { Arabic } from '../i18n/areas';

export const advanced: Arabic<typeof english> = {
  page: {
    lead: 'كل صفحات الإدارة، وما ينقص الصفحة التي لا يمكن فتحها.',
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
    empty: 'لا توجد صفحات متاحة',
    emptyText: 'لا يملك هذا الحساب صلاحية الوصول إلى صفحات الإدارة.',
    loading: 'جارٍ تحميل القائمة…',
    late: 'يستغرق تحميل القائمة وقتًا أطول من المعتاد.',
    wait: 'قد يكون الخادم مشغولًا. انتظر أو أعد تحميل الصفحة.',
  },
  group: {
    repositories: 'المستودعات',
    management: 'المستخدمون والمشاريع',
    configuration: 'الإعدادات',
    monitoring: 'المراقبة',
    distribution: 'التوزيع',
    services: 'الخدمات',
    other: 'المزيد',
  },
  lack: {
    service_missing: 'الخدمة اللازمة لهذه الصفحة لا تعمل.',
    licence_too_low: 'الرخصة المثبَّتة لا تشمل هذه الصفحة.',
    switched_off: 'هذه الصفحة معطَّلة في هذه المنصة.',
    leads_elsewhere: 'تُحوَّل هذه الصفحة حاليًا إلى صفحة أخرى.',
    address_missing: 'لم يُضبط عنوان لهذه الصفحة.',
  },
};
