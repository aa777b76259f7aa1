import IconBrandBitbucket from '@tabler/icons-react/dist/esm/icons/IconBrandBitbucket.mjs';
import IconBrandGithub from '@tabler/icons-react/dist/esm/icons/IconBrandGithub.mjs';
import IconBrandGitlab from '@tabler/icons-react/dist/esm/icons/IconBrandGitlab.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconServer from '@tabler/icons-react/dist/esm/icons/IconServer.mjs';
import { Link } from '@tanstack/react-router';
import { pathnameOf } from '@/shell/paths';
import { texts } from '@/texts/git';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { StatusPill } from '@/ui/StatusPill';
import cards from '../integrations.module.css';
import css from './git.module.css';
import { GitModal } from './lazyModal';
import { PageError } from './PageError';
import { type Git, useAvailability, useGit } from './useGit';
import { type KnownVendor, VENDORS, type Vendor, type VendorItem } from './vendors';

const ICONS: Readonly<Record<Vendor, typeof IconServer>> = {
  github: IconBrandGithub,
  gitlab: IconBrandGitlab,
  bitbucket_cloud: IconBrandBitbucket,
  bitbucket_server: IconServer,
};

const GROUP_ID = 'integrations-source-control';

/** The group of the Git vendors, for administrators. Without its feature it says what turns it on (INT-01, INT-06). */
export function SourceControl() {
  const availability = useAvailability();
  if (availability === 'not_admin') return null;
  return (
    <section aria-labelledby={GROUP_ID}>
      <h2 id={GROUP_ID} className={cards.group}>
        {texts.group}
      </h2>
      {availability === 'available' ? <Vendors /> : <Unavailable />}
    </section>
  );
}

function Unavailable() {
  return (
    <p className={css.unavailable}>
      <StatusPill tone="gone">{texts.unavailable}</StatusPill> {texts.unavailableText}
    </p>
  );
}

function Vendors() {
  const git = useGit();
  const { page } = git;
  const known = page?.vendors ?? [];
  const isBare = known.length > 0 && known.every(({ connected }) => !connected);
  return (
    <>
      <PageError git={git} />
      {isBare && (
        <div className={css.alert}>
          <Notice kind="info">
            <strong>{texts.alert}</strong> {texts.alertText}
          </Notice>
        </div>
      )}
      {page?.failed && (
        <p className={css.unavailable}>
          {texts.loadFailed}{' '}
          <Button size="compact-sm" variant="default" onClick={() => git.propose({ type: 'refresh' })}>
            {texts.retry}
          </Button>
        </p>
      )}
      <ul className={cards.cards} aria-labelledby={GROUP_ID}>
        {VENDORS.map(vendor => (
          <Card
            key={vendor.key}
            vendor={vendor}
            item={known.find(item => item.vendor === vendor.key) ?? null}
            git={git}
          />
        ))}
      </ul>
      {git.isModal && <GitModal git={git} />}
    </>
  );
}

/** What a card says of its vendor: whether there are integrations, and whether a product uses one (DET-09). */
const statusOf = ({ connected, services }: VendorItem) => {
  if (!connected) return 'disconnected';
  return services.some(service => service.connected) ? 'connected' : 'configured';
};

interface CardProps {
  vendor: KnownVendor;
  /** Null until it is fetched. */
  item: VendorItem | null;
  git: Git;
}

function Card({ vendor: { key, name }, item, git }: CardProps) {
  const Icon = ICONS[key];
  const status = item && statusOf(item);
  const isConnected = item?.connected === true;
  return (
    <li className={cards.card}>
      <Icon size={26} stroke={1.6} aria-hidden="true" />
      <h3 className={`${cards.name} ${css.head}`}>
        {isConnected ? (
          <Link to={pathnameOf('integrations.vendor', { vendorName: key })}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <bdi>{name}</bdi>
        )}
        {isConnected && <IconCircleCheck className={css.check} size={17} stroke={2} aria-hidden="true" />}
      </h3>
      <p className={css.status} data-status={status ?? undefined}>
        {status && texts.status[status]}
      </p>
      <div className={cards.summary}>
        {item && isConnected ? <Connections item={item} /> : texts.summaries[key]}
      </div>
      <Button
        size="sm"
        variant="default"
        aria-label={isConnected ? texts.addNamed({ vendor: name }) : texts.connectNamed({ vendor: name })}
        disabled={!git.machine.can('create')}
        onClick={() => git.openModal({ type: 'create', vendor: key })}
      >
        {isConnected ? '+' : texts.connect}
      </Button>
    </li>
  );
}

/** How many integrations there are, and how many of them each product uses. */
function Connections({ item: { vendor, integrations, services } }: { item: VendorItem }) {
  return (
    <ul className={css.counts}>
      <li>{texts.integrations({ count: integrations })}</li>
      {services
        .filter(({ connected }) => connected)
        .map(({ product, connections }) => (
          <li key={product}>
            <Link
              to={pathnameOf('integrations.vendor', { vendorName: vendor })}
              search={{ serviceName: product }}
            >
              {texts.connections({ product: texts.product[product], count: connections })}
            </Link>
          </li>
        ))}
    </ul>
  );
}
