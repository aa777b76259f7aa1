import type { Arabic } from '../i18n/areas';
import type { viewAs as english } from '../viewAs';

export const viewAs: Arabic<typeof english> = {
  title: 'العرض بصفة',
  lead: 'شاهد القوائم والصفحات كما يراها مستخدم آخر. لا يتغيّر إلا العرض: يُنفَّذ كل طلب بصلاحياتك أنت ويُدوَّن في سجل هذه الجلسة.',
  role: 'الدور',
  licence: 'الرخصة',
  flavour: 'نوع المنصة',
  same: 'دون تغيير',
  noLicence: 'بلا رخصة',
  roles: {
    anonymous: 'زائر',
    user: 'مستخدم',
    project_admin: 'مسؤول مشاريع',
    admin: 'مسؤول',
  },
  flavours: {
    standard: 'عادي',
    lightweight: 'المستودعات فقط',
    cloud: 'مُدار لعملائه',
  },
  start: 'اعرض',
  myself: 'اعرض بصفتي أنا',
  cancel: 'إلغاء',
  choose: 'غيّر إعدادًا واحدًا على الأقل.',
  refused: 'لم يقبل الخادم ذلك. أعد المحاولة.',
  banner: {
    label: 'العرض بصفة',
    viewing: 'أنت ترى هذا بصفة: {{what}}.',
    nothing: 'أنت ترى هذا بصفتك أنت.',
    licence: 'رخصة {{name}}',
    noLicence: 'بلا رخصة',
    change: 'تغيير',
    stop: 'إنهاء',
  },
};
