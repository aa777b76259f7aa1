import type { TranslatedInto } from '../i18n/areas';
import { account } from './account';
import { activity } from './activity';
import { acts } from './acts';
import { advanced } from './advanced';
import { applications } from './applications';
import { archive } from './archive';
import { artifacts } from './artifacts';
import { auth } from './auth';
import { builds } from './builds';
import { cleanup } from './cleanup';
import { clientLogin } from './clientLogin';
import { coming } from './coming';
import { common } from './common';
import { distribution } from './distribution';
import { downloadRules } from './downloadRules';
import { facts } from './facts';
import { frame } from './frame';
import { frontends } from './frontends';
import { git } from './git';
import { home } from './home';
import { identities } from './identities';
import { integrations } from './integrations';
import { lately } from './lately';
import { licences } from './licences';
import { licenceTypes } from './licenceTypes';
import { logs } from './logs';
import { mail } from './mail';
import { onboarding } from './onboarding';
import { outboundProxies } from './outboundProxies';
import { packageDetails } from './packageDetails';
import { packages } from './packages';
import { packageUse } from './packageUse';
import { packageVersion } from './packageVersion';
import { palette } from './palette';
import { people } from './people';
import { permissions } from './permissions';
import { pipelinesSearch } from './pipelinesSearch';
import { proxies } from './proxies';
import { releaseBundles } from './releaseBundles';
import { repositories } from './repositories';
import { sbom } from './sbom';
import { scanningSearch } from './scanningSearch';
import { search } from './search';
import { services } from './services';
import { settings } from './settings';
import { signIn } from './signIn';
import { signInProviders } from './signInProviders';
import { sso } from './sso';
import { status } from './status';
import { support } from './support';
import { system } from './system';
import { table } from './table';
import { template } from './template';
import { titles } from './titles';
import { tokens } from './tokens';
import { trustedIssuers } from './trustedIssuers';
import { viewAs } from './viewAs';
import { webhooks } from './webhooks';
import { why } from './why';

/** Everything in Arabic: one chunk, loaded when somebody reads Arabic. */
export const arabic: TranslatedInto<'ar'> = {
  common,
  auth,
  applications,
  archive,
  artifacts,
  builds,
  packageUse,
  packageDetails,
  packages,
  signIn,
  sso,
  identities,
  signInProviders,
  account,
  activity,
  acts,
  home,
  table,
  frontends,
  frame,
  packageVersion,
  facts,
  git,
  integrations,
  webhooks,
  why,
  palette,
  logs,
  mail,
  onboarding,
  viewAs,
  cleanup,
  clientLogin,
  coming,
  distribution,
  downloadRules,
  status,
  repositories,
  permissions,
  tokens,
  trustedIssuers,
  sbom,
  scanningSearch,
  pipelinesSearch,
  search,
  services,
  system,
  template,
  people,
  outboundProxies,
  proxies,
  lately,
  licences,
  licenceTypes,
  support,
  releaseBundles,
  settings,
  advanced,
  titles,
  refusals: {
    account_fixed: 'لا يمكن إلا لمسؤول تغيير هذا الحساب.',
    application_callback:
      'أدخل عنوان https دون مستخدم أو جزء أو رمز بديل، مثل https://app.example.org/callback؛ ويُستخدم http لـ 127.0.0.1 و[::1] فقط.',
    application_description: 'للوصف 1000 حرف مرئي على الأكثر.',
    application_name: 'لا يمكن أن يحتوي الاسم على مسافات أو رموز خاصة',
    application_name_taken: 'لتطبيق آخر هذا الاسم. اختر اسمًا غيره.',
    application_scopes: 'اختر نطاقًا واحدًا على الأقل',
    bad_email: 'هذا ليس عنوان بريد إلكتروني. اكتبه مثل maria@example.org.',
    bundle_distributing: 'هناك توزيع جارٍ لحزمة الإصدار هذه. أعد المحاولة بعد انتهائه.',
    bundle_environment:
      'لا ينتمي أي مستودع محلي إلى هذه البيئة. اختر بيئة أخرى، أو أضف البيئة إلى المستودعات التي تُرقّى إليها الحزم.',
    bundle_exists: 'توجد بالفعل حزمة إصدار بهذا الاسم وهذا الإصدار. اختر إصدارًا آخر.',
    bundle_name: 'لاسم الحزمة من 1 إلى 128 حرفًا أو رقمًا أو نقطة أو شرطة أو شرطة سفلية، ويبدأ بحرف أو رقم.',
    bundle_not_distributable: 'لا تُوزّع إلا حزم الإصدار التي أُنشئت هنا من ملفات في المستودعات.',
    bundle_not_promotable: 'لا تُرقّى إلا حزم الإصدار التي أُنشئت هنا من ملفات في المستودعات.',
    bundle_promoting: 'هناك ترقية جارية لحزمة الإصدار هذه. أعد المحاولة بعد انتهائها.',
    bundle_removing: 'تُزال حزمة الإصدار هذه مع ملفاتها الآن.',
    bundle_repositories:
      'بعض هذه ليست مستودعات محلية للبيئة. اختر مستودعات منها، أو لا شيء للترقية إليها كلها.',
    bundle_targets: 'اختر من 1 إلى 10 أهداف توزيع موجودة، كلًا منها مرة واحدة.',
    bundle_version:
      'لإصدار الحزمة من 1 إلى 64 حرفًا أو رقمًا أو نقطة أو شرطة أو شرطة سفلية أو علامة زائد، ويبدأ بحرف أو رقم.',
    distribution_target_token_missing: 'رمز وصول هدف التوزيع غير موجود. أدخله من جديد.',
    download_rule_age: 'العمر الذي تتطلبه القاعدة من 1 إلى 8760 ساعة.',
    download_rule_licences:
      'لقاعدة الرخص 100 معرّف SPDX على الأكثر مثل GPL-3.0-only، كل منها على حدة، ومعرّف واحد على الأقل ما لم تشمل الرخص غير المعروفة.',
    download_rule_name: 'لاسم القاعدة من 1 إلى 64 حرفًا مرئيًا.',
    download_rule_name_taken: 'توجد قاعدة أخرى بهذا الاسم. اختر اسمًا يميّزها.',
    download_rule_repositories: 'للقاعدة 20 نمطًا للمستودعات على الأكثر، لكل منها من 1 إلى 64 حرفًا مرئيًا.',
    edited_meanwhile: 'أجرى مسؤول آخر تغييرًا في هذه الأثناء. حمّل القيم الحالية ثم غيّرها من جديد.',
    git_answer:
      'لا يستجيب الخادم كما تستجيب واجهة هذا المزود، أو حدث فيه خطأ. تحقق من المزود والعنوان، أو أعد المحاولة لاحقًا.',
    git_blocked:
      'لا يتصل هذا الخادم بعنوان الخادم الآخر. إذا كان العنوان مقصودًا، فافتح شبكته ومنفذه في الإعدادات ضمن [outbound] allow.',
    git_busy: 'تُفحص مستودعات أخرى الآن. أعد المحاولة بعد انتهائها.',
    git_changed: 'تغيّر الربط في هذه الأثناء. افحص مرة أخرى.',
    git_ftp: 'لا توجد واجهة برمجية لخوادم FTP. استخدم عنوان https للخادم.',
    git_moved: 'نُقل المستودع أو تغيّر اسمه. اختره من جديد.',
    git_name: 'يتكون اسم الربط من 1 إلى 100 حرف ظاهر.',
    git_name_taken: 'يوجد ربط بهذا الاسم بالفعل.',
    git_no_address: 'ليس لهذا الخادم عنوان يمكن للمزود أن يبلغه بعمليات الدفع. حدد public_url في الإعدادات.',
    git_not_scanned: 'يمكن اختيار المستودعات وفحصها عندما يستخدم الربط منتج الفحص.',
    git_not_tested: 'اختبر الاتصال بهذه القيم قبل حفظها.',
    git_occupied: 'تنتظر طلبات أخرى ردود خوادم Git. أعد المحاولة بعد لحظات.',
    git_other_user: 'الرمز يخص مستخدمًا آخر.',
    git_refused: 'لا يقبل الخادم هذا المستخدم بهذا الرمز. تحقق منهما ومن صلاحيات الرمز.',
    git_token: 'يتكون الرمز من 1 إلى 512 حرفًا ظاهرًا من ASCII بلا مسافات. والعنوان الآخر يحتاج إلى رمز جديد.',
    git_too_large: 'استجابة الخادم أكبر مما يُقرأ منها.',
    git_too_many: 'بلغ عدد عمليات الربط الحد الأقصى. احذف واحدة أولًا.',
    git_too_many_repositories: 'يمكن اختيار 200 مستودع على الأكثر من كل ربط.',
    git_unavailable: 'عمليات ربط Git متوقفة في هذه المنصة. أضف git_scanning إلى الميزات في إعدادات الخادم.',
    git_unknown_repository: 'هذا المستودع غير موجود، أو لا يصل إليه الرمز.',
    git_unreachable:
      'تعذر الوصول إلى الخادم بأمان. تحقق من أن العنوان يبدأ بـ https، وأن الخادم يستجيب، وأن شهادته صالحة.',
    git_url: 'أدخل عنوانًا صالحًا',
    git_user_name: 'يتكون اسم المستخدم من 1 إلى 200 حرف ظاهر.',
    git_vendor_fixed: 'لا يمكن تغيير مزود الربط. أنشئ ربطًا جديدًا.',
    group_name_taken: 'توجد مجموعة بهذا الاسم. اختر اسمًا آخر.',
    member_is_a_group: 'هذه مجموعة. أعضاء المجموعات مستخدمون.',
    name_looks_alike: 'يشبه هذا الاسم اسم مستخدم آخر. اختر اسمًا لا يلتبس بغيره.',
    own_account: 'هذا حسابك. غيّر كلمة المرور في ملفك الشخصي أو اطلب ذلك من مسؤول آخر.',
    remote_leads_back: 'المنصة الأخرى هي هذا الخادم نفسه.',
    remote_unavailable: 'المنصة الأخرى لا تجيب.',
    remote_not_accepted: 'المنصة الأخرى لا تقبل رمز هذا الخادم.',
    remote_not_there: 'المنصة الأخرى لا تعرف هذا الطلب، وربما كان إصدارها أقدم.',
    remote_nonsense: 'جواب المنصة الأخرى غير مفهوم.',
    busy: 'الخادم مشغول. أعد المحاولة بعد قليل.',
    internal: 'حدث خطأ في الخادم. راجع سجله لمعرفة المزيد.',
    link_dead: 'لم يعد رابط الإعداد هذا صالحًا.',
    link_expired: 'انتهت صلاحية رابط الإعداد. أعد تشغيل الخادم للحصول على رابط جديد.',
    no_enrolment: 'لا يوجد ما يُؤكَّد. ابدأ من جديد.',
    not_allowed: 'هذا غير ممكن. اسأل مسؤولًا.',
    password_common: 'كلمة المرور هذه من أول ما يجرّبه المهاجمون. اختر كلمة أخرى.',
    password_holds_name: 'يجب ألا تحتوي كلمة المرور على اسم المستخدم.',
    password_too_long: 'استخدم 1024 حرفًا على الأكثر.',
    password_too_short: 'استخدم 8 أحرف على الأقل؛ و15 حرفًا أو أكثر أفضل.',
    password_unchanged: 'اختر كلمة تختلف عن كلمة المرور الحالية.',
    repository_address:
      'لا يتصل هذا الخادم بهذا العنوان. يجب السماح بالعنوان الخاص في الإعدادات ضمن [outbound] allow. ولا تُرسل كلمة المرور إلى عنوان عام إلا عبر https.',
    slow_down: 'محاولات كثيرة جدًا. انتظر قليلًا.',
    too_many_applications: 'بلغ عدد التطبيقات الحد الأقصى. احذف واحدًا أو أبطله أولًا.',
    too_many_codes: 'رموز خاطئة كثيرة. سجّل الدخول من جديد للمتابعة.',
    too_many_download_rules: 'يمكن أن تكون هناك 50 قاعدة على الأكثر، بحجم 12 KiB معًا. ادمج بعضها أو اختصرها.',
    too_many_sessions: 'تبدأ من هذا العنوان جلسات كثيرة جدًا. أعد المحاولة بعد قليل.',
    too_slow: 'لم يصل الطلب في الوقت المناسب. أرسله مرة أخرى.',
    unavailable: 'إحدى خدمات الخادم لا تستجيب. أعد المحاولة لاحقًا.',
    unknown_integration: 'هذا الربط غير موجود. ربما حُذف.',
    email_not_sent: 'لم تُرسل الرسالة',
    no_mail: 'لا ترسل هذه المنصة رسائل. اطلب رابطًا من مسؤول.',
    no_email: 'ليس لهذا المستخدم بريد إلكتروني. أدخل بريدًا أو سلّم الرابط بنفسك.',
    mail_budget: 'أُرسلت إلى هذا المستخدم رسائل كثيرة مؤخرًا. أعد المحاولة لاحقًا.',
    too_many_mails: 'رسائل كثيرة تنتظر الإرسال. أعد المحاولة لاحقًا.',
    password_not_reset: 'تعذّرت إعادة تعيين كلمة المرور',
    link_refused: 'لم يعد هذا الرابط يعمل. اطلب رابطًا جديدًا.',
    wrong_user: 'يخص هذا الرابط حسابًا آخر.',
    key_not_checked: 'لم يُفحص الرابط في هذه الجلسة. افتحه من جديد.',
    no_mail_server: 'لم يُعَدّ خادم بريد. أعدّه في الإعدادات العامة.',
    no_public_url: 'عنوان هذه المنصة غير محدد. حدّد public_url في الإعدادات.',
    wrong_password: 'كلمة المرور الحالية غير صحيحة.',
    too_many_webhooks: 'بلغ عدد إشعارات الويب الحد الأقصى. احذف واحدًا أولًا.',
    webhook_delivery_waiting: 'عملية التسليم هذه في الانتظار، وستُرسل مرة أخرى تلقائيًا.',
    webhook_disabled: 'إشعار الويب معطّل. فعّله أولًا.',
    webhook_no_earlier_secret: 'لا يوجد سر سابق ما زال ساريًا.',
    webhook_not_rotated: 'لا يمكن إلا تبديل السر الذي يوقّع الأحداث. تُستبدل الأسرار الأخرى بأسمائها.',
    webhook_secrets_kept: 'يتغيّر العنوان. أدخل الأسرار من جديد، فهي لا تُرسل إلى مستلم آخر.',
  },
};
