import type { LicenceStanding } from '@/generated/api';
import { licenceEnd } from '@/shell/licenceEnd';
import { texts } from '@/texts/home';
import { texts as types } from '@/texts/licenceTypes';
import { day } from '@/texts/time';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import { Wait } from '@/ui/Wait';
import { Card } from './Card';
import { Failed } from './Failed';
import { useLicence } from './useLicence';

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

function Standing({ standing }: { standing: LicenceStanding }) {
  const { licence, level, installed } = standing;
  const until = installed?.valid_until ?? null;
  const end = licenceEnd(standing, Date.now());
  return (
    <>
      {end?.ended && <Notice kind="bad">{texts.licence.ended({ day: day(end.at) })}</Notice>}
      {end?.ended === false && <Notice kind="info">{texts.licence.ends({ count: end.days })}</Notice>}
      <Facts>
        <Fact name={texts.licence.name}>
          {types.name[licence]}
          {licence !== 'NONE' && ` (${types.level({ level })})`}
        </Fact>
        {installed && (
          <Fact name={texts.licence.until}>{until === null ? texts.licence.noEnd : day(until)}</Fact>
        )}
      </Facts>
    </>
  );
}
