import type { Japanese } from '../i18n/areas';
import type { packageUse as english } from '../packageUse';

export const packageUse: Japanese<typeof english> = {
  follow: 'フォローする',
  unfollow: 'フォローを解除',
  followers: 'フォロワー',
  followFailed: '変更できませんでした。',
  risk: '運用リスク',
  level: {
    NONE: '既知のものなし',
    LOW: '低',
    MEDIUM: '中',
    HIGH: '高',
  },
  reason: {
    DEPRECATED: '最新バージョンは非推奨です。',
    YANKED: 'すべてのバージョンが取り下げられています。',
    PRE_RELEASE: 'プレリリースしかありません。',
    NO_RELEASE_FOR_ONE_YEAR: '1年以上リリースがありません。',
    NO_RELEASE_FOR_TWO_YEARS: '2年以上リリースがありません。',
    NO_RELEASE_FOR_FOUR_YEARS: '4年以上リリースがありません。',
  },
  behind: 'より新しいリリース',
  upToDate: 'なし',
  downloads: '過去90日間のダウンロード',
  downloadsOn: '{{day}}：{{count, number}}',
  downloadsLabel_other: '過去90日間のダウンロード数：{{count, number}}',
};
