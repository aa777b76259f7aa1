import { useState } from 'react';
import type { MenuLogo } from '@/generated/types';
import { addressOf } from '@/lib/basePath';
import css from './Logo.module.css';
import { Mark } from './Mark';

interface LogoProps {
  logo: MenuLogo | null;
  size?: number;
}

/** The installation's logo: its own image, and the mark of its edition until that has loaded (MENU-07). */
export function Logo({ logo, size = 24 }: LogoProps) {
  // an uploaded one is the server's own, any other an address of its own
  const url = logo?.url ? (logo.source === 'uploaded' ? addressOf(logo.url) : logo.url) : null;
  const [image, setImage] = useState<{ url: string | null; state: 'loading' | 'there' | 'failed' }>({
    url,
    state: 'loading',
  });
  // another image has to be loaded
  if (image.url !== url) setImage({ url, state: 'loading' });
  const there = url !== null && image.url === url && image.state === 'there';
  return (
    <span
      className={css.logo}
      data-source={there ? logo?.source : 'default'}
      data-loading={isLoading(url, image)}
    >
      {url !== null && image.state !== 'failed' && (
        <img
          className={css.image}
          src={url}
          alt=""
          hidden={!there}
          height={size}
          onLoad={() => setImage({ url, state: 'there' })}
          // an address that answers with no image, or that the policy of the page forbids
          onError={() => setImage({ url, state: 'failed' })}
        />
      )}
      {!there && <Mark size={size} edition={logo?.mark ?? 'general'} />}
    </span>
  );
}

function isLoading(url: string | null, image: { url: string | null; state: string }): true | undefined {
  return (url !== null && image.state === 'loading') || undefined;
}
