import type { Arabic } from '../i18n/areas';
import type { search as english } from '../search';

export const search: Arabic<typeof english> = {
  artifactLead: 'الملفات في جميع المستودعات التي يمكنك قراءتها.',
  artifactHint: 'املأ حقلًا واحدًا على الأقل. يعثر الاسم على كل ما يبدأ به؛ ‏* تعني أي نص و‏? تعني حرفًا واحدًا.',
  form: 'البحث عن الملفات',
  artifacts: 'الملفات',
  search: 'بحث',
  clear: 'مسح',
  more: 'عرض المزيد',
  failed: 'تعذّر تنفيذ البحث.',
  refused: {
    search_empty: 'أدخل نصًّا للبحث أو املأ حقلًا واحدًا على الأقل.',
    search_name_too_short: 'أدخل ثلاثة أحرف من الاسم على الأقل.',
    search_archive_incomplete: 'أدخل اسمًا ونوع حزمة ومستودعًا.',
  },
  none: 'لم يُعثر على ملفات',
  noneHint: 'يُرجى تحسين معايير البحث.',
  filter: {
    name: 'الاسم',
    repositories: 'المستودعات',
    path: 'المسار',
    properties: 'الخصائص',
    checksum: 'المجموع الاختباري',
    after: 'تغيّر منذ',
    before: 'تغيّر حتى',
  },
  column: {
    name: 'الاسم',
    repository: 'المستودع',
    path: 'المسار',
    size: 'الحجم',
    modified: 'تاريخ التغيير',
  },
};
