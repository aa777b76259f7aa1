import type { States } from '@/generated/types';
import { texts } from '@/texts/acts';
import { isolated } from './people';
import type { Table } from './sentences';

/** The key of a cleanup policy that exists. */
const policyOf = (state: States['cleanup_policy'] | null) =>
  isolated(state?.state === 'existing' ? state.policy.key : '');

/** The name and version of a release bundle, also of one that could not be created. */
const bundleOf = (state: States['release_bundle'] | null) => {
  if (state?.state === 'completed') return isolated(`${state.bundle.name} ${state.bundle.version}`);
  return isolated(state?.state === 'failed' ? `${state.name} ${state.version}` : '');
};

/** The newest distribution of a release bundle, or removal from its targets. */
const newestDistribution = (state: States['release_bundle'] | null) =>
  state?.state === 'completed' ? state.distributions?.at(-1) : undefined;

/** That the newest distribution of a release bundle has failed; null if it has not. */
function distributionFailed(state: States['release_bundle'] | null) {
  const newest = newestDistribution(state);
  if (newest?.status.status !== 'failed') return null;
  const { releaseBundleDistributionFailed: distribution, releaseBundleWithdrawalFailed: withdrawal } =
    texts.change;
  return { refused: (newest.kind === 'remove' ? withdrawal : distribution)({ name: bundleOf(state) }) };
}

/** Whether a name is that of a file in the archive, and not in the trash. */
const isArchived = (item: string) => item.startsWith('~');

/** A step that is no act by itself. */
const internal = null;

/** The acts with repositories, packages, builds and release bundles. */
export const packageTable: Pick<
  Table,
  | 'release_bundle'
  | 'build'
  | 'repository'
  | 'package'
  | 'download'
  | 'download_rules'
  | 'download_violations'
  | 'advisories'
  | 'followed_packages'
  | 'cleanup_policy'
> = {
  release_bundle: {
    import: [
      'change',
      ({ who }, { bundle, received }) => {
        const text = received ? texts.change.releaseBundleReceived : texts.change.releaseBundle;
        return text({ who, name: isolated(`${bundle.name} ${bundle.version}`) });
      },
    ],
    begin: internal,
    complete: [
      'change',
      ({ who, state }) => texts.change.releaseBundleCreated({ who, name: bundleOf(state) }),
    ],
    fail: [
      'change',
      ({ state }) => ({ refused: texts.change.releaseBundleFailed({ name: bundleOf(state) }) }),
    ],
    begin_promotion: [
      'change',
      ({ who, state }, { environment }) =>
        texts.change.releaseBundlePromotion({
          who,
          name: bundleOf(state),
          environment: isolated(environment),
        }),
    ],
    end_promotion: [
      'change',
      ({ state }, { outcome }) =>
        outcome.status === 'failed'
          ? { refused: texts.change.releaseBundlePromotionFailed({ name: bundleOf(state) }) }
          : null,
    ],
    begin_distribution: [
      'change',
      ({ who, state }, { kind, targets }) => {
        const text =
          kind === 'remove' ? texts.change.releaseBundleWithdrawal : texts.change.releaseBundleDistribution;
        return text({ who, name: bundleOf(state), targets: isolated(targets.join(', ')) });
      },
    ],
    end_target: internal,
    end_distribution: ['change', ({ state }) => distributionFailed(state)],
    abort_distribution: [
      'change',
      ({ who, state }) => {
        const { releaseBundleDistributionAborted: distribution, releaseBundleWithdrawalAborted: withdrawal } =
          texts.change;
        const isRemoval = newestDistribution(state)?.kind === 'remove';
        return (isRemoval ? withdrawal : distribution)({ who, name: bundleOf(state) });
      },
    ],
    interrupt_distribution: ['change', ({ state }) => distributionFailed(state)],
    begin_removal: [
      'change',
      ({ who, state }) => texts.change.releaseBundleRemoval({ who, name: bundleOf(state) }),
    ],
    fail_removal: [
      'change',
      ({ state }) => ({ refused: texts.change.releaseBundleRemovalFailed({ name: bundleOf(state) }) }),
    ],
    delete: [
      'change',
      ({ who }, { name, version }) =>
        texts.change.releaseBundleDeleted({ who, name: isolated(`${name} ${version}`) }),
    ],
  },
  build: {
    publish: [
      'change',
      ({ who }, { build }) =>
        texts.change.build({ who, name: isolated(build.name), number: isolated(build.number) }),
    ],
    promote: [
      'change',
      ({ who, state }) =>
        texts.change.buildPromoted({
          who,
          name: isolated(state?.state === 'published' ? state.build.name : ''),
          number: isolated(state?.state === 'published' ? state.build.number : ''),
        }),
    ],
    delete: [
      'change',
      ({ who, state }) =>
        texts.change.buildDeleted({
          who,
          name: isolated(state?.state === 'deleted' ? state.name : ''),
          number: isolated(state?.state === 'deleted' ? state.number : ''),
        }),
    ],
  },
  repository: {
    create: [
      'change',
      ({ who }, { repository }) => texts.repository.created({ who, name: isolated(repository.key) }),
    ],
    change: [
      'change',
      ({ who }, { repository }) => texts.repository.changed({ who, name: isolated(repository.key) }),
    ],
    delete: [
      'change',
      ({ who, state }) =>
        texts.repository.deleted({ who, name: isolated(state?.state === 'deleted' ? state.key : '') }),
    ],
  },
  package: {
    deploy: ['change', ({ who }, { path }) => texts.file.stored({ who, path: isolated(path) })],
    publish: [
      'change',
      ({ who }, { name, version }) =>
        texts.version.published({ who, name: isolated(name), version: isolated(version) }),
    ],
    deprecate: [
      'change',
      ({ who }, { name, version, reason }) => {
        const text = reason === null ? texts.version.restored : texts.version.deprecated;
        return text({ who, name: isolated(name), version: isolated(version) });
      },
    ],
    yank: [
      'change',
      ({ who }, { name, version, yanked }) => {
        const text = yanked ? texts.version.yanked : texts.version.unyanked;
        return text({ who, name: isolated(name), version: isolated(version) });
      },
    ],
    tag: [
      'change',
      ({ who }, { name, tag, version }) => {
        const names = { who, name: isolated(name), tag: isolated(tag) };
        return version === null
          ? texts.version.tagRemoved(names)
          : texts.version.tagged({ ...names, version: isolated(version) });
      },
    ],
    annotate: ['change', ({ who }, { path }) => texts.file.annotated({ who, path: isolated(path) })],
    remove: ['change', ({ who }, { path }) => texts.file.removed({ who, path: isolated(path) })],
    trash: ['change', ({ who }, { path }) => texts.file.trashed({ who, path: isolated(path) })],
    archive: ['change', ({ who }, { path }) => texts.file.archived({ who, path: isolated(path) })],
    restore: [
      'change',
      ({ who }, { item, path }) =>
        (isArchived(item) ? texts.file.unarchived : texts.file.restored)({ who, path: isolated(path) }),
    ],
    purge: [
      'change',
      ({ who }, { item, path }) =>
        (isArchived(item) ? texts.file.archivedPurged : texts.file.purged)({ who, path: isolated(path) }),
    ],
    upstream_differs: ['change', (_, { path }) => texts.file.upstreamDiffers({ path: isolated(path) })],
  },
  download: {
    // sums of lines of the access log
    count: internal,
    serve: [
      'reading',
      ({ who }, { download }) =>
        texts.reading.file({ who, path: isolated(`${download.repository}/${download.path}`) }),
    ],
  },
  download_rules: {
    set: ['change', ({ who }) => texts.change.downloadRules({ who })],
  },
  download_violations: {
    violate: [
      'reading',
      ({ who }, { violation }) => ({
        refused: texts.reading.violation({
          who,
          name: isolated(violation.package),
          version: isolated(violation.version),
          rule: isolated(violation.rule),
        }),
      }),
    ],
  },
  advisories: {
    import: ['change', ({ who }) => texts.change.advisories({ who })],
    compare: ['change', () => texts.change.compared],
  },
  followed_packages: {
    follow: ['change', ({ who }, { package: name }) => texts.change.followed({ who, name: isolated(name) })],
    unfollow: [
      'change',
      ({ who }, { package: name }) => texts.change.unfollowed({ who, name: isolated(name) }),
    ],
  },
  cleanup_policy: {
    create: ['change', ({ who }, { policy }) => texts.cleanup.created({ who, name: isolated(policy.key) })],
    change: ['change', ({ who }, { policy }) => texts.cleanup.changed({ who, name: isolated(policy.key) })],
    enable: [
      'change',
      ({ who, state }, { enabled }) =>
        texts.cleanup[enabled ? 'enabled' : 'disabled']({ who, name: policyOf(state) }),
    ],
    begin_run: ['change', ({ who, state }) => texts.cleanup.began({ who, name: policyOf(state) })],
    end_run: ['change', ({ state }) => texts.cleanup.ended({ name: policyOf(state) })],
    delete: [
      'change',
      ({ who, state }) =>
        texts.cleanup.deleted({ who, name: isolated(state?.state === 'deleted' ? state.key : '') }),
    ],
  },
};
