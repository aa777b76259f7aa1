import type { Arabic } from '../i18n/areas';
import type { lately as english } from '../lately';

export const lately: Arabic<typeof english> = {
  title: 'تغيّرت حديثًا',
  followed: {
    title: 'الحزم التي تتابعها',
    newVersion: 'إصدار جديد',
    all: 'اعرض الكل ({{count, number}})',
    fewer: 'اعرض أقل',
    failed: 'تعذر تحميل الحزم التي تتابعها.',
  },
  attention: 'تحتاج إلى انتباه ({{count, number}})',
  service: {
    offline: 'الخدمة {{name}} غير متصلة.',
    unhealthy: 'الخدمة {{name}} لا تعمل كما ينبغي.',
    several_zero: 'لا خدمات معطلة.',
    several_one: 'خدمة واحدة غير متصلة أو لا تعمل كما ينبغي.',
    several_two: 'خدمتان غير متصلتين أو لا تعملان كما ينبغي.',
    several_few: '{{count, number}} خدمات غير متصلة أو لا تعمل كما ينبغي.',
    several_many: '{{count, number}} خدمة غير متصلة أو لا تعمل كما ينبغي.',
    several_other: '{{count, number}} خدمة غير متصلة أو لا تعمل كما ينبغي.',
  },
  advisories: {
    never: 'لم تُستورد أي تنبيهات أمنية. الأمر waybill advisories import يستوردها.',
    lost: 'التنبيهات الأمنية المستوردة مفقودة. الأمر waybill advisories import يستوردها من جديد.',
    old_zero: 'استُوردت التنبيهات الأمنية اليوم. الأمر waybill advisories import يحدّثها.',
    old_one: 'آخر استيراد للتنبيهات الأمنية كان قبل يوم. الأمر waybill advisories import يحدّثها.',
    old_two: 'آخر استيراد للتنبيهات الأمنية كان قبل يومين. الأمر waybill advisories import يحدّثها.',
    old_few:
      'آخر استيراد للتنبيهات الأمنية كان قبل {{count, number}} أيام. الأمر waybill advisories import يحدّثها.',
    old_many:
      'آخر استيراد للتنبيهات الأمنية كان قبل {{count, number}} يومًا. الأمر waybill advisories import يحدّثها.',
    old_other:
      'آخر استيراد للتنبيهات الأمنية كان قبل {{count, number}} يوم. الأمر waybill advisories import يحدّثها.',
  },
  cleanup: {
    failed: 'فشل آخر تشغيل لسياسة التنظيف {{name}}.',
    several_zero: 'لم تفشل أي سياسة تنظيف.',
    several_one: 'فشل آخر تشغيل لسياسة تنظيف واحدة.',
    several_two: 'فشل آخر تشغيل لسياستي تنظيف.',
    several_few: 'فشل آخر تشغيل لـ {{count, number}} سياسات تنظيف.',
    several_many: 'فشل آخر تشغيل لـ {{count, number}} سياسة تنظيف.',
    several_other: 'فشل آخر تشغيل لـ {{count, number}} سياسة تنظيف.',
  },
  severe_zero: 'لا إصدارات مخزّنة فيها ثغرات حرجة أو عالية الخطورة.',
  severe_one: 'في إصدار مخزّن واحد ثغرات حرجة أو عالية الخطورة.',
  severe_two: 'في إصدارين مخزّنين ثغرات حرجة أو عالية الخطورة.',
  severe_few: 'في {{count, number}} إصدارات مخزّنة ثغرات حرجة أو عالية الخطورة.',
  severe_many: 'في {{count, number}} إصدارًا مخزّنًا ثغرات حرجة أو عالية الخطورة.',
  severe_other: 'في {{count, number}} إصدار مخزّن ثغرات حرجة أو عالية الخطورة.',
  bundles_zero: 'لا حزم دعم فاشلة.',
  bundles_one: 'تعذّر إنشاء حزمة دعم واحدة.',
  bundles_two: 'تعذّر إنشاء حزمتي دعم.',
  bundles_few: 'تعذّر إنشاء {{count, number}} حزم دعم.',
  bundles_many: 'تعذّر إنشاء {{count, number}} حزمة دعم.',
  bundles_other: 'تعذّر إنشاء {{count, number}} حزمة دعم.',
};
