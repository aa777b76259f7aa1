import type { Arabic } from '../i18n/areas';
import type { scanningSearch as english } from '../scanningSearch';

export const scanningSearch: Arabic<typeof english> = {
  lead: 'إصدارات الحزم ذات الثغرات المعروفة، في جميع المستودعات التي يمكنك قراءتها.',
  form: 'البحث عن الإصدارات المفحوصة',
  name: 'الحزمة',
  cve: 'معرّف CVE أو معرّف آخر',
  severities: 'درجات الخطورة',
  all: 'أيضًا الإصدارات التي لا ثغرات فيها',
  results: 'الإصدارات المفحوصة',
  ignored: 'جزء من هذا البحث لا ينطبق هنا. لا ينطبق إلا name وcve وseverities.',
  none: 'لم يُعثر على إصدارات',
  noneHint: 'تظهر الإصدارات هنا عندما يتعلق بها تنبيه أمني مستورد.',
  missing: {
    UNAVAILABLE: 'يمكن لمسؤول تشغيل الخدمة أو إعادة تشغيلها.',
    LICENCE_REQUIRED: 'يمكن لمسؤول تثبيت ترخيص يشمل الفحص.',
  },
};
