import type { Arabic } from '../i18n/areas';
import type { notices as english } from '../notices';

export const notices: Arabic<typeof english> = {
  retention_failed: 'حدث خطأ أثناء جلب حالة ميزة الاحتفاظ: {message}',
  log_viewer_failed: 'تعذرت قراءة السجلات: {message}',
  project_not_created: 'تعذر إنشاء المشروع',
  onboarding_not_sent: 'تعذر إرسال إجاباتك.',
  onboarding_not_dismissed: 'تعذّر حفظ اختيارك. سيُطرح السؤال مرة أخرى.',
  node_removed: 'أُزيلت العقدة من الطوبولوجيا.',
  node_removed_already: 'أُزيلت هذه العقدة من قبل.',
  node_unknown: 'هذه العقدة غير موجودة.',
  node_online: 'هذه العقدة متصلة. لا يمكن إزالة إلا العقد المتوقفة.',
  node_not_removed: 'تعذّرت إزالة العقدة.',
  node_removal_interrupted: 'توقف الخادم أثناء إزالة العقدة. راجع القائمة لمعرفة النتيجة.',
  git: {
    test_failed: 'فشل اختبار الاتصال، تحقق من بيانات الدخول.',
    created: 'أُنشئ بنجاح: {key}',
    updated: 'حُدّث بنجاح: {key}',
    deleted: 'حُذف بنجاح: {key}',
    create_failed: 'خطأ أثناء إنشاء الربط',
    update_failed: 'خطأ أثناء تحديث الربط',
    delete_failed: 'خطأ أثناء حذف الربط',
  },
};
