import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useId } from 'react';
import { texts } from '@/texts/proxies';
import { CopyButton } from '@/ui/CopyButton';
import cards from '@/ui/cards.module.css';
import css from './proxies.module.css';
import type { ReverseProxy } from './reverseProxy';
import { apacheOf, nginxOf, serverOf } from './snippets';

interface ConfigurationProps {
  proxy: ReverseProxy;
  upstream: string;
}

/** The files that configure a reverse proxy: one for each proxy, and a line for the server itself. */
export function Configuration({ proxy, upstream }: ConfigurationProps) {
  return (
    <>
      <p className={cards.lead}>{texts.madeText}</p>
      <Snippet title="nginx" file={`${proxy.serverName}.nginx.conf`} content={nginxOf(proxy, upstream)} />
      <Snippet title="Apache" file={`${proxy.serverName}.apache.conf`} content={apacheOf(proxy, upstream)} />
      <Snippet title={texts.server} text={texts.serverText} file="waybill.toml" content={serverOf(proxy)} />
    </>
  );
}

interface SnippetProps {
  title: string;
  text?: string;
  file: string;
  content: string;
}

function Snippet({ title, text, file, content }: SnippetProps) {
  const heading = useId();
  return (
    <section className={css.snippet} aria-labelledby={heading}>
      <div className={css.head}>
        <h3 id={heading}>{title}</h3>
        <span className={css.ways}>
          <CopyButton value={content}>{texts.copyOf({ file })}</CopyButton>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={15} stroke={1.8} aria-hidden="true" />}
            onClick={() => download(file, content)}
          >
            {texts.downloadOf({ file })}
          </Button>
        </span>
      </div>
      {text && <p className={css.text}>{text}</p>}
      {/* it scrolls, so it has to be reached by keys too */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls */}
      <section className={css.code} dir="ltr" tabIndex={0} aria-label={file}>
        <pre className="wb-mono">{content}</pre>
      </section>
    </section>
  );
}

function download(file: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = file;
  link.click();
  URL.revokeObjectURL(url);
}
