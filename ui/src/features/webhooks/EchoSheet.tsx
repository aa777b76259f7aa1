import { Sheet } from '@/shell/Sheet';
import { texts } from '@/texts/webhooks';
import { CopyButton } from '@/ui/CopyButton';
import { Written } from './Written';
import css from './webhooks.module.css';

interface EchoSheetProps {
  request: string;
  /** The key of the proxy; empty for none. */
  proxy: string;
  close: () => void;
}

/** The request that a test would have sent, byte by byte. */
export function EchoSheet({ request, proxy, close }: EchoSheetProps) {
  return (
    <Sheet opened close={close} closeLabel={texts.close} from="right" title={texts.echo.title}>
      <p className={css.text}>
        {texts.echo.text} {proxy !== '' && texts.echo.proxy({ name: proxy })}
      </p>
      <Written label={texts.echo.request} text={request} tall />
      <CopyButton value={request}>{texts.echo.copy}</CopyButton>
    </Sheet>
  );
}
