import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import type { WebhookCriteriaKind, WebhookEventFilter, WebhookPreview } from '@/generated/api';
import * as webhookCalls from '@/generated/webhookCalls';
import { useSettled } from '@/lib/useSettled';
import { refusalText } from '@/shell/answers';
import { texts } from '@/texts/webhooks';
import { inProject } from './place';
import { hasCriteria } from './problems';
import { filterOf, type Values } from './values';
import css from './webhooks.module.css';

/** What the events of a domain are narrowed by, where anything narrows them. */
export type NarrowedKind = Exclude<WebhookCriteriaKind, 'nothing'>;

/** How long criteria stay as they are before it is asked what they match. */
const PAUSE_MS = 500;

interface PreviewProps {
  kind: NarrowedKind;
  values: Values;
  /** The project of the webhook; null for the installation. */
  project: string | null;
}

/** What the criteria match of what exists now. */
export function Preview({ kind, values, project }: PreviewProps) {
  const { api } = useEngine();
  // the types of events have no part in what matches
  const wanted = hasCriteria(values) ? JSON.stringify(filterOf({ ...values, types: [] })) : '';
  const settled = useSettled(wanted, PAUSE_MS);
  const loaded = useQuery({
    queryKey: ['webhook-preview', project, settled],
    queryFn: async () => ({
      kind,
      preview: await webhookCalls.postWebhooksPreview(
        api,
        JSON.parse(settled) as WebhookEventFilter,
        inProject(project),
      ),
    }),
    enabled: settled !== '' && wanted !== '',
    retry: false,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const found = wanted !== '' && settled !== '' && loaded.data?.kind === kind ? loaded.data.preview : null;
  const error = wanted === '' ? null : loaded.error;
  return (
    <div>
      <div aria-live="polite" aria-busy={loaded.isFetching || wanted !== settled}>
        {error && <p className={css.problem}>{refusalText(error, texts.preview.failed)}</p>}
        {found && <p className={css.matches}>{matchesOf(kind, found).join(' · ')}</p>}
      </div>
      {found && <Found preview={found} />}
    </div>
  );
}

const COUNTS = {
  repositories: texts.preview.repositories,
  builds: texts.preview.builds,
  release_bundles: texts.preview.bundles,
};

/** What matches, in words. */
function matchesOf(kind: NarrowedKind, preview: WebhookPreview): string[] {
  const { total, files_total: matched, files_seen: count, has_more_files: isPart } = preview;
  if (total === 0) return [texts.preview.nothing];
  const words = [COUNTS[kind]({ count: total })];
  if (count > 0) words.push((isPart ? texts.preview.newest : texts.preview.files)({ count, matched }));
  return words;
}

function Found({ preview: { names, total, files, files_total: matched } }: { preview: WebhookPreview }) {
  const { names: allNames, namesFirst, paths, pathsNewest } = texts.preview;
  return (
    <>
      {names.length > 0 && (
        <Names names={names} label={total > names.length ? namesFirst({ count: names.length }) : allNames} />
      )}
      {files.length > 0 && (
        <Names names={files} label={matched > files.length ? pathsNewest({ count: files.length }) : paths} />
      )}
    </>
  );
}

function Names({ label, names }: { label: string; names: readonly string[] }) {
  return (
    <details className={css.found}>
      <summary>{label}</summary>
      <ul aria-label={label}>
        {names.map(name => (
          <li key={name}>
            <code dir="ltr">{name}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
