import type { Japanese } from '../i18n/areas';
import type { scanningSearch as english } from '../scanningSearch';

export const scanningSearch: Japanese<typeof english> = {
  lead: '読み取り可能なすべてのリポジトリにある、既知の脆弱性を持つパッケージのバージョン。',
  form: 'スキャン済みのバージョンを検索',
  name: 'パッケージ',
  cve: 'CVEまたはその他の識別子',
  severities: '深刻度',
  all: '検出結果のないバージョンも表示',
  results: 'スキャン済みのバージョン',
  ignored: 'この検索には、ここでは使えない条件があります。使えるのはname、cve、severitiesだけです。',
  none: 'バージョンが見つかりません',
  noneHint: '取り込んだセキュリティアドバイザリに該当するバージョンが、ここに表示されます。',
  missing: {
    UNAVAILABLE: '管理者がサービスを有効にするか、再起動できます。',
    LICENCE_REQUIRED: '管理者がスキャンを含むライセンスをインストールできます。',
  },
};
