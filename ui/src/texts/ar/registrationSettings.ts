import type { Arabic } from '../i18n/areas';
import type { registrationSettings as english } from '../registrationSettings';

export const registrationSettings: Arabic<typeof english> = {
  title: 'التسجيل',
  lead: 'ينشئ الزوار حسابات برابط يُرسل إلى عنوان بريدهم الإلكتروني.',
  loading: 'جارٍ تحميل إعدادات التسجيل…',
  failed: 'تعذّر تحميل إعدادات التسجيل.',
  state: 'الحالة',
  on: 'مفعّل',
  off: 'متوقف',
  noMail: 'مفعّل، ولكن لا يمكن إرسال رسائل فيها روابط: أعدّ خادم بريد والعنوان العام أولًا.',
  form: 'إعدادات التسجيل',
  enabled: 'يستطيع الزوار إنشاء حسابات',
  enabledText: 'تعرض صفحة تسجيل الدخول ذلك. ليس للمستخدمين الجدد إلا حقوق جميع المستخدمين الجدد.',
  domains: 'نطاقات البريد',
  domainsText: 'نطاق في كل سطر، مثل example.org. إن لم يوجد أي نطاق تُقبل جميع عناوين البريد.',
  domainsWrong: 'اكتب نطاقات مثل example.org، كلًّا في سطر، و50 على الأكثر.',
  approval: 'يوافق مسؤول على الحسابات الجديدة',
  approvalText: 'تبقى حتى ذلك الحين في صفحة المستخدمين بحالة «بانتظار الموافقة».',
  save: 'حفظ',
  saved: 'حُدّثت إعدادات التسجيل.',
};
