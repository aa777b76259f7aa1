import type { Arabic } from '../i18n/areas';
import type { packageUse as english } from '../packageUse';

export const packageUse: Arabic<typeof english> = {
  follow: 'متابعة',
  unfollow: 'إلغاء المتابعة',
  followers: 'المتابعون',
  followFailed: 'تعذر حفظ التغيير.',
  risk: 'المخاطر التشغيلية',
  level: {
    NONE: 'لا شيء معروف',
    LOW: 'منخفضة',
    MEDIUM: 'متوسطة',
    HIGH: 'عالية',
  },
  reason: {
    DEPRECATED: 'أحدث إصدار مهمل.',
    YANKED: 'جميع الإصدارات مسحوبة.',
    PRE_RELEASE: 'لا توجد سوى إصدارات تمهيدية.',
    NO_RELEASE_FOR_ONE_YEAR: 'لم يصدر أي إصدار منذ أكثر من عام.',
    NO_RELEASE_FOR_TWO_YEARS: 'لم يصدر أي إصدار منذ أكثر من عامين.',
    NO_RELEASE_FOR_FOUR_YEARS: 'لم يصدر أي إصدار منذ أكثر من أربعة أعوام.',
  },
  behind: 'إصدارات أحدث',
  upToDate: 'لا شيء',
  downloads: 'التنزيلات في آخر 90 يومًا',
  downloadsOn: '{{day}}: {{count, number}}',
  downloadsLabel_zero: 'لا تنزيلات في آخر 90 يومًا',
  downloadsLabel_one: 'تنزيل واحد في آخر 90 يومًا',
  downloadsLabel_two: 'تنزيلان في آخر 90 يومًا',
  downloadsLabel_few: '{{count, number}} تنزيلات في آخر 90 يومًا',
  downloadsLabel_many: '{{count, number}} تنزيلًا في آخر 90 يومًا',
  downloadsLabel_other: '{{count, number}} تنزيل في آخر 90 يومًا',
};
