import type { InEveryLanguage } from '../kit/texts';

const en = {
  label: 'What the shell shares',
  installation: 'Installation',
  licence: 'Licence: {{name}}',
  services: 'Services',
  session: 'This session',
  user: 'User: {{name}}',
  machines: 'Machines',
} as const;

export const texts: InEveryLanguage<keyof typeof en> = {
  en,
  de: {
    label: 'Was die Konsole weitergibt',
    installation: 'Installation',
    licence: 'Lizenz: {{name}}',
    services: 'Dienste',
    session: 'Diese Sitzung',
    user: 'Benutzer: {{name}}',
    machines: 'Automaten',
  },
  fr: {
    label: 'Informations partagées par la console',
    installation: 'Installation',
    licence: 'Licence : {{name}}',
    services: 'Services',
    session: 'Cette session',
    user: 'Utilisateur : {{name}}',
    machines: 'Machines',
  },
  ja: {
    label: 'コンソールが共有する情報',
    installation: '環境',
    licence: 'ライセンス：{{name}}',
    services: 'サービス',
    session: 'このセッション',
    user: 'ユーザー：{{name}}',
    machines: 'マシン',
  },
  ar: {
    label: 'ما تشاركه لوحة التحكم',
    installation: 'المنصة',
    licence: 'الرخصة: {{name}}',
    services: 'الخدمات',
    session: 'هذه الجلسة',
    user: 'المستخدم: {{name}}',
    machines: 'الآلات',
  },
};
