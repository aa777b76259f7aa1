import type { facts as english } from '../facts';
import type { Arabic } from '../i18n/areas';

export const facts: Arabic<typeof english> = {
  lightweight: 'تعرض المستودعات فقط',
  cloud: 'تُدار لعملاء لديهم اشتراك',
  help_links_disabled: 'تخفي روابط التوثيق',
  features: 'ما هو مدعوم',
  external_redirect: 'يُرسَل الجميع إلى',
  hidden_routes: 'الصفحات المخفية',
  announced_paths: 'المسارات المعروفة',
  documentation_url: 'عنوان التوثيق',
  learning_center_url: 'عنوان مركز التعلم',
  account_portal_url: 'عنوان بوابة الحساب',
  archive_indexing: 'يبحث داخل ملفات الأرشيف',
  scanning_search_for_visitors: 'يسمح للزوار بالبحث في المكوّنات المفحوصة',
};
