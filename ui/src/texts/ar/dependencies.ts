import type { dependencies as english } from '../dependencies';
import type { Arabic } from '../i18n/areas';

export const dependencies: Arabic<typeof english> = {
  shape: { label: 'طريقة العرض', tree: 'شجرة', graph: 'مخطط' },
  hint: 'لا تُحل متطلبات الإصدارات: ما تعتمد عليه كل اعتمادية يُعرض لأحدث إصدار مخزّن منها، دون ما يلزم للتطوير فقط.',
  newest: 'أحدث إصدار مخزّن: {{version}}',
  expand: 'اعرض ما تعتمد عليه {{name}}',
  list: 'ما تعتمد عليه {{name}}',
  none: 'لا تعتمد على أي حزمة أخرى.',
  cycle: 'حلقة: موجودة أعلاه في الشجرة',
  deep: 'تنتهي الشجرة هنا.',
  loading: 'جارٍ تحميل الاعتماديات…',
  failed: 'تعذّر تحميل الاعتماديات.',
  graph: 'مخطط الاعتماديات',
  asTree: 'تعرض الشجرة المحتوى نفسه نصًا. الخط المتقطع يعود إلى حزمة موجودة في المخطط.',
  cut: 'توجد اعتماديات أخرى. ينتهي المخطط بعد {{levels, number}} مستويات و{{packages, number}} حزمة.',
  incomplete_zero: 'حُمّلت كل الاعتماديات.',
  incomplete_one: 'تعذّر تحميل اعتماديات حزمة واحدة.',
  incomplete_two: 'تعذّر تحميل اعتماديات حزمتين.',
  incomplete_few: 'تعذّر تحميل اعتماديات {{count, number}} حزم.',
  incomplete_many: 'تعذّر تحميل اعتماديات {{count, number}} حزمة.',
  incomplete_other: 'تعذّر تحميل اعتماديات {{count, number}} حزمة.',
};
