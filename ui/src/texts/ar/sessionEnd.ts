import type { Arabic } from '../i18n/areas';
import type { sessionEnd as english } from '../sessionEnd';

export const sessionEnd: Arabic<typeof english> = {
  idle: {
    title: 'هل ما زلت هنا؟',
    text: 'لم تفعل شيئًا هنا منذ مدة. إذا لم تبقَ مسجّل الدخول، فسيُسجَّل خروجك في كل علامات التبويب.',
    left: 'الوقت المتبقي: {{time}}',
    stay: 'البقاء مسجّل الدخول',
  },
  absolute: {
    title: 'تنتهي جلستك عند {{time}}.',
    text: 'تنتهي الجلسة بعد مدة ثابتة مهما فعلت فيها. سيُطلب منك تسجيل الدخول من جديد، وتبقى هذه الصفحة كما هي حتى ذلك الحين.',
    close: 'إغلاق',
  },
};
