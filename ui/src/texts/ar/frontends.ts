import type { frontends as english } from '../frontends';
import type { Arabic } from '../i18n/areas';

export const frontends: Arabic<typeof english> = {
  later: 'يأتي في إصدار لاحق',
  loading: 'جارٍ التحميل…',
  unresolved: 'الخدمة لا تعمل في هذه المنصة، أو يتعذر الوصول إليها الآن.',
  broken: 'الواجهة {{name}} لا تعمل الآن.',
  demoFailed: 'تعذر تحميل الواجهة {{name}}!',
  retry: 'حاول مرة أخرى',
  demo: {
    lead: 'واجهات صغيرة لتجربة كيفية عرضها داخل لوحة التحكم.',
    mounting: 'لكل واجهة من هذه الواجهات إطارها الخاص ولا تؤثر في غيرها.',
    mount: 'عرض {{name}}',
    nothing: 'لا توجد واجهة معروضة. اختر واحدة أعلاه.',
  },
};
