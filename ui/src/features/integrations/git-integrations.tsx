import { Link, useMatches } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/git';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';
import page from '@/ui/tablePage.module.css';
import css from './git/git.module.css';
import { Integrations } from './git/Integrations';
import { useAvailability } from './git/useGit';
import { type KnownVendor, vendorOf } from './git/vendors';

const NO_PARAMS: Readonly<Record<string, string>> = {};

/** The page of the integrations of a vendor, with what is shown for a vendor that there is not. */
export function vendorPage(NotFound: ComponentType): ComponentType {
  return function VendorPage() {
    const match = useMatches({ select: matches => matches.at(-1) });
    const params: Readonly<Record<string, string>> = match?.params ?? NO_PARAMS;
    const vendor = vendorOf(params.vendorName ?? '');
    return vendor ? <Vendor key={vendor.key} vendor={vendor} /> : <NotFound />;
  };
}

function Vendor({ vendor }: { vendor: KnownVendor }) {
  const availability = useAvailability();
  const title = texts.list.title({ vendor: vendor.name });
  return (
    <div className={page.page}>
      <nav aria-label={texts.list.path} className={css.path}>
        <Link to={pathnameOf('integrations')}>{titleOf('integrations')}</Link>
        <span aria-hidden="true">/</span>
        <span aria-current="page">{title}</span>
      </nav>
      <PageTitle className={page.title}>{title}</PageTitle>
      <p className={page.lead}>{texts.list.lead({ vendor: vendor.name })}</p>
      {availability === 'available' && <Integrations vendor={vendor} />}
      {availability === 'not_admin' && <Notice kind="info">{texts.adminsOnly}</Notice>}
      {availability === 'not_supported' && <Notice kind="info">{texts.unavailableText}</Notice>}
    </div>
  );
}
