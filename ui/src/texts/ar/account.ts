import type { account as english } from '../account';
import type { Arabic } from '../i18n/areas';

export const account: Arabic<typeof english> = {
  sessions: {
    title: 'الجلسات المسجَّلة',
    lead: 'المتصفحات المسجَّلة الدخول إلى حسابك.',
    current: 'هذا المتصفح',
    since: 'تسجيل الدخول',
    seen: 'آخر ظهور',
    revoke: 'تسجيل الخروج',
    revokeOne: 'تسجيل خروج {{agent}}',
    revokeOthers: 'تسجيل خروج كل ما عداه',
    confirmOne: 'هل تريد تسجيل خروج هذا المتصفح؟',
    confirmOthers: 'هل تريد تسجيل خروج كل المتصفحات ما عدا هذا؟',
    confirm: 'تسجيل الخروج',
    cancel: 'إبقاء',
    revoked_zero: 'لم يُسجَّل خروج أي جلسة.',
    revoked_one: 'سُجِّل خروج جلسة واحدة.',
    revoked_two: 'سُجِّل خروج جلستين.',
    revoked_few: 'سُجِّل خروج {{count, number}} جلسات.',
    revoked_many: 'سُجِّل خروج {{count, number}} جلسة.',
    revoked_other: 'سُجِّل خروج {{count, number}} جلسة.',
    onlyThis: 'لا يوجد متصفح آخر مسجَّل الدخول.',
    failed: 'تعذّر تحميل الجلسات.',
    agent: '{{browser}} على {{system}}',
    unknownAgent: 'متصفح غير معروف',
  },
};
