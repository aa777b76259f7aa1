import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import type { DownloadsOfDay } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { texts as packages } from '@/texts/packages';
import { texts } from '@/texts/packageUse';
import { day as dayText } from '@/texts/time';
import { Fact } from '@/ui/Facts';
import css from './packages.module.css';

const BAR_PX = 3;
const STEP_PX = BAR_PX + 1;
const HEIGHT_PX = 36;
/** What is seen of a day with few downloads. */
const LEAST_PX = 2;

interface DownloadsProps {
  packageId: string;
  /** One version; all of them without. */
  version?: string;
}

/** The downloads of a package or a version as a plot, a bar for each day. Its place is kept while it loads. */
export function Downloads({ packageId, version }: DownloadsProps) {
  const { api } = useEngine();
  const { data, isError } = useQuery({
    queryKey: ['packages', 'downloads', packageId, version],
    queryFn: () =>
      repositoryCalls.getPackagesDownloads(api, { packageId, ...(version !== undefined && { version }) }),
    retry: false,
  });
  if (isError) return null;
  return (
    <Fact name={texts.downloads}>
      <div className={css.plotPlace}>{data && <Plot days={data.days} />}</div>
    </Fact>
  );
}

/** The height of a bar in pixels; none for a day without downloads. */
export function barPx(downloads: number, most: number): number {
  return downloads === 0 ? 0 : Math.max(LEAST_PX, Math.round((downloads / most) * HEIGHT_PX));
}

function Plot({ days }: { days: readonly DownloadsOfDay[] }) {
  const count = days.reduce((sum, one) => sum + one.downloads, 0);
  if (count === 0) return packages.number({ count });
  const most = Math.max(...days.map(one => one.downloads));
  const label = texts.downloadsLabel({ count });
  return (
    <svg
      className={css.plot}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${days.length * STEP_PX} ${HEIGHT_PX}`}
      preserveAspectRatio="none"
    >
      <title>{label}</title>
      {days.map(({ day, downloads }, at) => (
        <g key={day}>
          <title>{texts.downloadsOn({ day: dayText(day), count: downloads })}</title>
          <rect data-kind="day" x={at * STEP_PX} y={0} width={STEP_PX} height={HEIGHT_PX} />
          <rect
            data-kind="count"
            x={at * STEP_PX}
            y={HEIGHT_PX - barPx(downloads, most)}
            width={BAR_PX}
            height={barPx(downloads, most)}
          />
        </g>
      ))}
    </svg>
  );
}
