import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Timestamp } from '@/generated/types';
import { texts as authTexts } from '@/texts/auth';
import { texts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { dayTime } from '@/texts/time';
import css from '@/ui/auth.module.css';
import { Notice } from '@/ui/Notice';
import { Wait } from '@/ui/Wait';
import { LinkSheet } from './LinkSheet';
import { useOneUseLink } from './useOneUseLink';

interface OneUseLinkPageProps<Link> {
  title: string;
  /** Asks the server for the link. It has to be the same function each time. */
  check: () => Promise<Link>;
  /** Called when the link does not work, or no longer. It has to be the same function each time. */
  forget: () => void;
  /** What the page says when the link does not work, or no longer. */
  gone: { title: string; text: string };
  /** How to get another link, where its user can. */
  again?: { text: string; go: () => void };
  toLogin: () => void;
  lead: (link: Link) => string;
  /** The form. It calls `lose` when the link was used meanwhile. */
  children: (link: Link, lose: () => void) => ReactNode;
}

/** A page that is opened with a link that works once: checked first, and explained where it does not work. */
export function OneUseLinkPage<Link extends { until: Timestamp }>(props: OneUseLinkPageProps<Link>) {
  const { title, check, forget, gone, again, toLogin, lead, children } = props;
  const { checked, retry, lose } = useOneUseLink(check, forget);
  switch (checked.state) {
    case 'checking':
      return (
        <LinkSheet title={title}>
          <Wait>{authTexts.setup.checking}</Wait>
        </LinkSheet>
      );
    case 'valid':
      return (
        <LinkSheet title={title} lead={lead(checked.link)}>
          {children(checked.link, lose)}
          <p className="wb-muted" style={{ margin: '12px 0 0', fontSize: 'var(--wb-size-s)' }}>
            {authTexts.setup.until({ time: dayTime(checked.link.until) })}
          </p>
        </LinkSheet>
      );
    case 'failed':
      return (
        <LinkSheet title={title}>
          <div className={css.form}>
            <Notice kind="bad">{noticeText(checked.error.code, checked.error.message, texts.failed)}</Notice>
            <Button onClick={retry}>{texts.system.retry}</Button>
            {again && (
              <Button variant="default" onClick={again.go}>
                {again.text}
              </Button>
            )}
          </div>
        </LinkSheet>
      );
    case 'gone':
      return (
        <LinkSheet title={gone.title} lead={gone.text}>
          <div className={css.row}>
            {again && <Button onClick={again.go}>{again.text}</Button>}
            <Button variant={again ? 'default' : 'filled'} onClick={toLogin}>
              {authTexts.setup.toLogin}
            </Button>
          </div>
        </LinkSheet>
      );
  }
}
