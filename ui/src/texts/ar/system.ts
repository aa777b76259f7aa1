import type { Arabic } from '../i18n/areas';
import type { system as english } from '../system';

export const system: Arabic<typeof english> = {
  notFound: {
    asked: 'العنوان المطلوب:',
    search: 'البحث في الصفحات',
    none: 'لا توجد صفحة مطابقة.',
    found_zero: 'لا صفحات',
    found_one: 'صفحة واحدة',
    found_two: 'صفحتان',
    found_few: '{{count, number}} صفحات',
    found_many: '{{count, number}} صفحة',
    found_other: '{{count, number}} صفحة',
  },
  notAcceptable: {
    text: 'لم يقبل الخادم الطلب. يمكن لمسؤول هذه المنصة العثور عليه في السجل بمعرِّفه.',
    id: 'معرِّف الطلب',
    copy: 'نسخ المعرِّف',
  },
  serverError: {
    again: 'إعادة محاولة الصفحة الأخيرة',
  },
  authorization: {
    hint: 'إن كنت تحتاج إلى هذه الصفحة فاطلب الصلاحية من مسؤول.',
    off: 'هذه الصفحة معطَّلة في هذا النظام. اطلب من مسؤول أن يفعّلها.',
    offAdmin: 'هذه الصفحة معطَّلة في هذا النظام. يمكنك تفعيلها في ملف الإعدادات ضمن [installation].',
    otherAdmin: 'ليس دورك هو السبب. يوضّح «لماذا أُرسلت إلى هنا؟» السبب.',
  },
  accountPortal: {
    none: 'ليس لهذه المنصة بوابة لإدارة الاشتراك.',
    setting: 'اكتب عنوانها في account_portal_url ضمن [installation] في ملف الإعدادات.',
    ask: 'اسأل مسؤولًا عن الاشتراك.',
  },
  back: 'رجوع',
};
