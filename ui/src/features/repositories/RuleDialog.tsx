import { useState } from 'react';
import type { CurrentDownloadRules } from '@/generated/api';
import { texts } from '@/texts/downloadRules';
import { Dialog } from '@/ui/Dialog';
import { Notice } from '@/ui/Notice';
import { RuleForm } from './RuleForm';

interface RuleDialogProps {
  /** The name of the rule that is changed; null to create one. */
  name: string | null;
  current: CurrentDownloadRules;
  close: () => void;
}

/** Creates a rule, or changes one. */
export function RuleDialog({ name, current, close }: RuleDialogProps) {
  // as it was when the dialog was opened: what is entered stays, also when the rule is deleted meanwhile
  const [rule] = useState(() => current.rules.find(one => one.name === name) ?? null);
  const isAbsent = name !== null && rule === null;
  return (
    <Dialog
      title={name === null ? texts.create : <bdi>{name}</bdi>}
      size="lg"
      closeLabel={texts.close}
      close={close}
    >
      {isAbsent ? (
        <Notice kind="bad">{texts.absent({ name })}</Notice>
      ) : (
        <RuleForm rule={rule} current={current} close={close} />
      )}
    </Dialog>
  );
}
