import type { Arabic } from '../i18n/areas';
import type { signIn as english } from '../signIn';

export const signIn: Arabic<typeof english> = {
  lead: 'سجّل الدخول للمتابعة.',
  remember: 'أبقني مسجَّل الدخول',
  forgotten: 'هل نسيت كلمة المرور؟ اطلب من أحد المسؤولين رابطًا لاختيار كلمة مرور جديدة.',
  forgot: 'هل نسيت كلمة المرور؟',
  register: 'إنشاء حساب',
  forgottenElsewhere: 'هل نسيت كلمة المرور؟ تواصل مع مكتب المساعدة في مؤسستك.',
  provider: 'تسجيل الدخول الموحّد',
  proxy: 'تسجيل الدخول عبر مؤسستك',
  or: 'أو',
  useForm: 'تسجيل الدخول باسم المستخدم وكلمة المرور',
  closeMessage: 'إغلاق الرسالة',
  setupNeeded:
    'لا يوجد مسؤول لهذه المنصة بعد. افتح الرابط الذي يُستخدم مرة واحدة والذي طبعه الخادم عند أول تشغيل.',
  stayIn: 'أنت مسجّل الدخول بالفعل.',
  stayStart: 'الانتقال إلى صفحة البداية',
  stayOut: 'تسجيل الخروج',
};
