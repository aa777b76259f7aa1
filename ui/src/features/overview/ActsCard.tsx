import { loadChunk } from '@/lib/chunk';
import { useSeen } from '@/lib/useSeen';
import { lazyWith } from '@/shell/lazyPage';
import { texts } from '@/texts/home';
import { Wait } from '@/ui/Wait';
import { Card } from './Card';

const Loading = () => <Wait>{texts.acts.loading}</Wait>;

const LastActs = lazyWith(
  () => loadChunk('last-acts', () => import('./LastActs')).then(part => part.LastActs),
  <Loading />,
);

/** What was done last, by all for administrators and auditors, else by the user: loaded when it is scrolled to. */
export function ActsCard({ own }: { own: boolean }) {
  const { ref, seen } = useSeen<HTMLDivElement>();
  return (
    <Card
      title={own ? texts.acts.ownTitle : texts.acts.title}
      wide
      more={{ route: 'sessionActivity', text: texts.acts.open }}
    >
      <div ref={ref}>{seen && <LastActs own={own} />}</div>
    </Card>
  );
}
