import { useState } from 'react';
import type { DistributionTargetRow } from '@/generated/api';
import { Sheet } from '@/shell/Sheet';
import { texts } from '@/texts/distribution';
import { TargetForm } from './TargetForm';
import { TargetList } from './TargetList';

/** The list, and whether the form was there before it; or the form of a target, of a new one if it is null. */
type Shown = { form: false; isBack: boolean } | { form: true; before: DistributionTargetRow | null };

/** The installations that bundles are distributed to. */
export function TargetsSheet({ close }: { close: () => void }) {
  const [shown, show] = useState<Shown>({ form: false, isBack: false });
  return (
    <Sheet opened close={close} closeLabel={texts.targets.close} from="right" title={texts.targets.title}>
      {shown.form ? (
        <TargetForm before={shown.before} leave={() => show({ form: false, isBack: true })} />
      ) : (
        <TargetList isBack={shown.isBack} edit={before => show({ form: true, before })} />
      )}
    </Sheet>
  );
}
