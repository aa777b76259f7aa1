import type { Arabic } from '../i18n/areas';
import type { pipelinesSearch as english } from '../pipelinesSearch';

export const pipelinesSearch: Arabic<typeof english> = {
  lead: 'خطوط العمل التي نشرت مرات تشغيلها بناءً هنا. المرات التي لم تنشر شيئًا لا تظهر إلا على الخادم الذي شغّلها.',
  form: 'البحث عن خطوط العمل',
  results: 'خطوط العمل',
  ignored: 'جزء من هذا البحث لا ينطبق هنا. لا ينطبق إلا name.',
  none: 'لم يُعثر على خطوط عمل',
  empty: 'لا خطوط عمل بعد',
  emptyText: 'يظهر خط العمل هنا حالما تنشر إحدى مرات تشغيله بناءً. أوامر ذلك في صفحة عمليات البناء.',
  notKnown: 'غير معروف',
  column: {
    name: 'خط العمل',
    agent: 'الخادم',
    number: 'آخر تشغيل',
    started: 'البداية',
    runs: 'مرات التشغيل',
    project: 'المشروع',
  },
};
