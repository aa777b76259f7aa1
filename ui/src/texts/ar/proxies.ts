import type { Arabic } from '../i18n/areas';
import type { proxies as english } from '../proxies';

export const proxies: Arabic<typeof english> = {
  lead: 'حدّد العنوان الذي يصل به الناس إلى هذه الواجهة لتحصل على إعدادات وكيل عكسي يقف أمامها.',
  later:
    'لا يُحفظ شيء من هذا على الخادم: سيأتي حفظ الوكلاء في إصدار لاحق. وحتى ذلك الحين نزّل ما تحتاج إليه قبل أن تغادر الصفحة.',
  serverName: 'اسم الخادم',
  serverNameText: 'اسم المضيف الذي يكتبه الناس، مثل waybill.example.org.',
  serverNameMissing: 'أدخل اسم المضيف.',
  serverNameWrong: 'هذا ليس اسم مضيف. يتكوّن من أحرف لاتينية وأرقام وشرطات ونقاط، بلا بروتوكول ولا منفذ.',
  upstream: 'عنوان هذا الخادم',
  upstreamText: 'حيث يصل الوكيل إلى الخادم: المضيف والمنفذ، مثل 127.0.0.1:8046.',
  upstreamWrong: 'أدخل مضيفًا ومنفذًا من دون بروتوكول، مثل 127.0.0.1:8046.',
  useHttps: 'الرد عبر HTTPS',
  httpsPort: 'منفذ HTTPS',
  useHttp: 'الرد عبر HTTP',
  httpPort: 'منفذ HTTP',
  httpText: 'عند اختيارهما معًا يقود HTTP إلى HTTPS فقط.',
  noProtocol: 'اختر HTTPS أو HTTP أو كليهما.',
  portWrong: 'المنفذ عدد صحيح من 1 إلى 65535.',
  portTwice: 'لا يُستعمل كل منفذ إلا مرة واحدة.',
  method: 'طريقة الوكيل العكسي لعملاء Docker',
  methodText: 'كيف يحدّد عملاء Docker المستودع الذي يقصدونه. ستُلبّى طلباتهم في إصدار لاحق.',
  methods: {
    REPOPATHPREFIX: 'بالمسار: host/repository/image',
    SUBDOMAIN: 'بنطاق فرعي: repository.host/image',
    PORTPERREPO: 'بمنفذ: host:port/image',
  },
  repositories: 'المستودعات',
  repositoriesText: {
    SUBDOMAIN: 'مفتاح واحد في كل سطر، مثل docker-local.',
    PORTPERREPO: 'مفتاح ومنفذه في كل سطر، مثل docker-local 5001.',
  },
  repositoriesWrong: {
    SUBDOMAIN: 'أدخل مفتاحًا واحدًا على الأقل من أحرف لاتينية صغيرة وأرقام وشرطات، واحدًا في كل سطر ودون تكرار.',
    PORTPERREPO: 'أدخل سطرًا واحدًا على الأقل فيه مفتاح ومنفذ خاص به، مثل docker-local 5001، دون تكرار.',
  },
  make: 'إنشاء الإعدادات',
  made: 'الإعدادات',
  madeText: 'ضعها في ملفات بهذه الأسماء. عليك أن تضبط الشهادات.',
  changed: 'تغيّر شيء منذ ذلك الحين. أنشئ الإعدادات من جديد.',
  server: 'هذا الخادم',
  serverText: 'خلف الوكيل يجب أن يعرف الخادم العنوان الذي تستعمله المتصفحات، وإلا رفض طلباتها.',
  copyOf: 'نسخ {{file}}',
  downloadOf: 'تنزيل {{file}}',
};
