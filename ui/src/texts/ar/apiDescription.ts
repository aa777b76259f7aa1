import type { apiDescription as english } from '../apiDescription';
import type { Arabic } from '../i18n/areas';

export const apiDescription: Arabic<typeof english> = {
  lead: 'جميع استدعاءات هذا الخادم مع معاملاتها وإجاباتها.',
  download: 'تنزيل مستند OpenAPI',
  tour: 'تسجّل البرامج الدخول برمز وصول.',
  read: 'فهمت',
};
