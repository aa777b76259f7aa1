import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { texts } from '@/texts/auth';
import { Button } from '@/ui/Button';
import auth from './auth.module.css';
import { CopyButton } from './CopyButton';
import { Notice } from './Notice';
import css from './RecoveryCodes.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  leaving: boolean;
  /** Called when they were copied or downloaded. */
  hasCopy: () => void;
  saved: () => void;
}

export function RecoveryCodes({ codes, leaving, hasCopy, saved }: RecoveryCodesProps) {
  const text = codes.join('\n');
  return (
    <div className={auth.form}>
      <p className={css.lead}>{texts.enrol.codesLead}</p>
      <ul className={`${css.codes} wb-mono`} aria-label={texts.enrol.codesLabel}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={auth.row}>
        <CopyButton value={text} copied={hasCopy}>
          {texts.enrol.copyCodes}
        </CopyButton>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={15} stroke={1.8} aria-hidden="true" />}
          onClick={() => {
            download(text);
            hasCopy();
          }}
        >
          {texts.enrol.downloadCodes}
        </Button>
      </div>
      <Button size="md" fullWidth loading={leaving} onClick={saved}>
        {texts.enrol.saved}
      </Button>
    </div>
  );
}

interface LostRecoveryCodesProps {
  text: string;
  leaving: boolean;
  goOn: () => void;
  renew: () => void;
}

/** After a reload of the page: the server does not show them twice, and the profile makes others. */
export function LostRecoveryCodes({ text, leaving, goOn, renew }: LostRecoveryCodesProps) {
  return (
    <div className={auth.form}>
      <Notice kind="info">{text}</Notice>
      <Button size="md" fullWidth loading={leaving} onClick={renew}>
        {texts.enrol.newCodes}
      </Button>
      <Button size="md" fullWidth variant="default" disabled={leaving} onClick={goOn}>
        {texts.enrol.goOn}
      </Button>
    </div>
  );
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'waybill-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(url);
}
