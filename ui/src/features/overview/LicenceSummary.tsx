import type { LicenceStanding } from '@/generated/api';
import { texts } from '@/texts/home';
import { texts as licences } from '@/texts/licences';
import { day } from '@/texts/time';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import { Wait } from '@/ui/Wait';
import { Card } from './Card';
import { Failed } from './Failed';
import { useLicence } from './useLicence';

/** Before its end a licence is announced to end. */
const WARN_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The effective licence, and a warning before it ends. */
export function LicenceSummary() {
  const { data, isError, refetch } = useLicence(true);
  return (
    <Card title={texts.licence.title} more={{ route: 'admin.licenses.licenses', text: texts.licence.open }}>
      {data ? (
        <Standing standing={data.standing} />
      ) : isError ? (
        <Failed text={texts.licence.failed} retry={() => void refetch()} />
      ) : (
        <Wait>{texts.licence.loading}</Wait>
      )}
    </Card>
  );
}

function Standing({ standing: { licence, level, installed } }: { standing: LicenceStanding }) {
  const until = installed?.valid_until ?? null;
  const days = until === null ? null : Math.ceil((Date.parse(until) - Date.now()) / DAY_MS);
  return (
    <>
      {until !== null && installed?.ended && (
        <Notice kind="bad">{texts.licence.ended({ day: day(until) })}</Notice>
      )}
      {days !== null && !installed?.ended && days <= WARN_DAYS && (
        <Notice kind="info">{texts.licence.ends({ count: Math.max(1, days) })}</Notice>
      )}
      <Facts>
        <Fact name={texts.licence.name}>
          {licences.name[licence]}
          {licence !== 'NONE' && ` (${licences.current.level({ level })})`}
        </Fact>
        {installed && (
          <Fact name={texts.licence.until}>{until === null ? texts.licence.noEnd : day(until)}</Fact>
        )}
      </Facts>
    </>
  );
}
