import type { Arabic } from '../i18n/areas';
import type { template as english } from '../template';

export const template: Arabic<typeof english> = {
  lead: 'نماذج للتجربة. لا يُحفظ شيء مما هنا.',
  counter: {
    title: 'عدّاد',
    lead: 'يعدّ {{steps, number}} خطوة مدة كل منها {{step, number}} مللي ثانية.',
    start: 'بدء',
    stop: 'إيقاف',
    reset: 'إعادة الضبط',
    progress: 'الخطوات المعدودة',
    value: '{{value, number}} من {{steps, number}}',
    done: 'انتهى العدّاد.',
    stopped: 'العدّاد عند {{value, number}}.',
  },
  undo: {
    title: 'نموذج قابل للتراجع',
    lead: 'يبقى كل تغيير في قائمة؛ والتراجع والإعادة يحركان مؤشرًا عليها.',
    name: 'كلمة',
    add: 'إضافة',
    undo: 'تراجع',
    redo: 'إعادة',
    words: 'الكلمات',
    none: 'لا كلمات بعد.',
    changes: 'التغييرات',
    at: 'عند التغيير {{at, number}} من {{count, number}}',
    added: 'أُضيفت «{{word}}»',
    removed: 'أُزيلت «{{word}}»',
    remove: 'إزالة «{{word}}»',
    undone: 'تم التراجع',
  },
};
