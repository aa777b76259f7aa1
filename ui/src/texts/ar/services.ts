import type { Arabic } from '../i18n/areas';
import type { services as english } from '../services';

export const services: Arabic<typeof english> = {
  artifactory: 'خدمة المستودع',
  access: 'الوصول',
  metadata: 'البيانات الوصفية',
  event: 'الأحداث',
  jfconnect: 'الاتصال بالمورّد',
  router: 'الموجّه',
  xray: 'خدمة الفحص',
  distribution: 'التوزيع',
  mc: 'مركز التحكم',
  insight: 'الرؤى',
  tracker: 'المتتبّع',
  pipelines: 'خطوط الأنابيب',
  replicator: 'الناسخ',
  jflink: 'الربط بين المنشآت',
  runtime: 'بيئة التشغيل',
};
