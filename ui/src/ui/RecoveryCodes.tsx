import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { texts } from '@/texts/auth';
import { Button } from '@/ui/Button';
import auth from './auth.module.css';
import { CopyButton } from './CopyButton';
import { Notice } from './Notice';
import css from './RecoveryCodes.module.css';

interface RecoveryCodesProps {
  /** Empty after a reload of the page: the server does not show them twice. */
  codes: readonly string[];
  leaving: boolean;
  saved: () => void;
}

export function RecoveryCodes({ codes, leaving, saved }: RecoveryCodesProps) {
  const goOn = (label: string) => (
    <Button size="md" fullWidth loading={leaving} onClick={saved}>
      {label}
    </Button>
  );
  if (codes.length === 0)
    return (
      <div className={auth.form}>
        <Notice kind="info">{texts.enrol.codesGone}</Notice>
        {goOn(texts.enrol.goOn)}
      </div>
    );
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
        <CopyButton value={text}>{texts.enrol.copyCodes}</CopyButton>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={15} stroke={1.8} aria-hidden="true" />}
          onClick={() => download(text)}
        >
          {texts.enrol.downloadCodes}
        </Button>
      </div>
      {goOn(texts.enrol.saved)}
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
