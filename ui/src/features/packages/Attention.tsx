import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEngine } from '@/engine/EngineContext';
import * as calls from '@/generated/calls';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { pathnameOf, titleOf } from '@/shell/paths';
import { texts } from '@/texts/lately';
import { attentionOf, type Item } from './attention';
import css from './lately.module.css';

const REFRESH_MS = 5 * 60_000;

interface AttentionProps {
  /** There is room beside it, where the screen is wide: what needs attention is in sight, and not behind a button. */
  isWide: boolean;
}

/** What needs an administrator. When all is well, there is nothing. */
export function Attention({ isWide }: AttentionProps) {
  const items = useAttention();
  if (items.length === 0) return null;
  const title = texts.attention({ count: items.length });
  return (
    <section className={css.attention} aria-label={title}>
      <details open={isWide && window.matchMedia('(min-width: 62em)').matches}>
        <summary>
          <IconAlertTriangle size={15} stroke={1.8} aria-hidden="true" />
          {title}
        </summary>
        <ul>
          {items.map(item => (
            <li key={item.id}>
              {item.text}{' '}
              {item.route && (
                <Link to={pathnameOf(item.route)} search={item.query ?? {}}>
                  {titleOf(item.route)}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

const NOTHING: readonly Item[] = [];

/** All of it comes at once: one by one, lines would move under the reader. */
function useAttention(): readonly Item[] {
  const { api } = useEngine();
  const services = useSecondary(['status', 'services'], () => calls.getSystemStatusHa(api));
  const licences = useSecondary(['licences'], () => calls.getSystemLicenses(api));
  const advisories = useSecondary(['advisories'], () => calls.getAdvisories(api));
  const policies = useSecondary(['cleanup-policies'], () => repositoryCalls.getCleanupPolicies(api));
  const bundles = useSecondary(['support-bundles'], () => calls.getUserSupportListBundles(api));
  if ([services, licences, advisories, policies, bundles].some(({ isPending }) => isPending)) return NOTHING;
  const known = {
    nodes: Object.values(services.data?.services ?? {}).flatMap(type => type?.nodes ?? []),
    standing: licences.data?.standing,
    advisories: advisories.data,
    policies: policies.data?.policies,
    bundles: bundles.data?.bundles,
  };
  return attentionOf(known, Date.now());
}

/** What is asked for beside the page's own content: rarely, and a failure is nothing that the page shows. */
const useSecondary = <T,>(queryKey: readonly string[], queryFn: () => Promise<T>) =>
  useQuery({ queryKey, queryFn, retry: false, refetchInterval: REFRESH_MS });
