import type { Arabic } from '../i18n/areas';
import type { palette as english } from '../palette';

export const palette: Arabic<typeof english> = {
  title: 'بحث أو انتقال',
  placeholder: 'صفحة أو إجراء أو حزمة',
  results: 'النتائج',
  found_zero: 'لم يُعثر على شيء',
  found_one: 'عنصر واحد',
  found_two: 'عنصران',
  found_few: '{{count, number}} عناصر',
  found_many: '{{count, number}} عنصرًا',
  found_other: '{{count, number}} عنصر',
  nothing: 'لا توجد نتائج.',
  groups: {
    recent: 'زرتها حديثًا',
    pages: 'الصفحات',
    actions: 'الإجراءات',
    others: 'نتائج أخرى',
    search: 'البحث',
  },
  also: { log_out: 'خروج، إنهاء الجلسة' },
  search: {
    packages: 'ابحث في الحزم عن «{{text}}»',
  },
  actions: {
    sidebar: 'طي الشريط الجانبي أو توسيعه',
    light: 'نظام الألوان: فاتح',
    dark: 'نظام الألوان: داكن',
    auto: 'نظام الألوان: النظام',
  },
  keys: { move: 'للاختيار', run: 'للفتح', leave: 'للإغلاق' },
  shortcuts: {
    title: 'اختصارات لوحة المفاتيح',
    single: 'الاختصارات دون Ctrl أو Cmd',
    singleText: 'أوقفها إن كنت تستخدم الإملاء الصوتي أو تضغط المفاتيح دون قصد.',
    thenKey: 'ثم',
    goTo: 'انتقل إلى {{page}}',
    groups: {
      anywhere: 'في كل مكان',
      go: 'الانتقال إلى صفحة',
      records: 'في القوائم وفي نشاط الجلسة',
    },
    names: {
      palette: 'بحث أو انتقال',
      help: 'عرض هذه القائمة',
      sidebar: 'طي الشريط الجانبي أو توسيعه',
      why: 'لماذا أُرسلت إلى هنا؟',
      close: 'إغلاق ما هو مفتوح',
      filter: 'تصفية القائمة',
      record: 'الانتقال إلى السجل السابق أو التالي',
      pause: 'إيقاف متابعة السجلات أو استئنافها',
    },
  },
};
