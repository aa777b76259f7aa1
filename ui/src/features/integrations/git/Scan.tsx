import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useEngine } from '@/engine/EngineContext';
import type { GitFinding, GitScan } from '@/generated/api';
import * as gitCalls from '@/generated/gitCalls';
import { refusalText } from '@/shell/answers';
import { isSeverity, SeverityPill } from '@/shell/severities';
import { texts } from '@/texts/git';
import { Button } from '@/ui/Button';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import { Wait } from '@/ui/Wait';
import css from './git.module.css';

/** Longer than the server reads a repository before it ends that. */
const SCANNED_WITHIN_MS = 130_000;

interface ScannedRepositoryProps {
  /** The key of the integration. */
  integration: string;
  name: string;
  /** It cannot be removed at the moment. */
  isHeld: boolean;
  remove: () => void;
}

/** A chosen repository, its scan, and what that has found. */
export function ScannedRepository({ integration, name, isHeld, remove }: ScannedRepositoryProps) {
  const { api } = useEngine();
  const call = useRef<AbortController>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const scan = useMutation({
    mutationFn: () => {
      call.current = new AbortController();
      const patient = api.withLimit(SCANNED_WITHIN_MS, call.current.signal);
      return gitCalls.postIntegrationKeyScan(patient, integration, { repository: name });
    },
  });
  // nothing shows what a scan has found after the sheet was closed
  useEffect(() => () => call.current?.abort(), []);
  const cancel = () => {
    // the button that was pressed goes
    opener.current?.focus();
    scan.reset();
    call.current?.abort();
  };
  return (
    <li>
      <div className={css.repository}>
        <bdi dir="ltr">{name}</bdi>
        <span className={css.acts}>
          <Button
            ref={opener}
            size="compact-sm"
            variant="default"
            aria-label={texts.scan.scanNamed({ repository: name })}
            loading={scan.isPending}
            onClick={() => scan.mutate()}
          >
            {texts.scan.scan}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.repositories.removeNamed({ repository: name })}
            disabled={isHeld}
            onClick={remove}
          >
            {texts.repositories.remove}
          </Button>
        </span>
      </div>
      {scan.isPending && (
        <div className={css.progress}>
          <Wait>{texts.scan.scanning({ repository: name })}</Wait>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.scan.cancelNamed({ repository: name })}
            onClick={cancel}
          >
            {texts.cancel}
          </Button>
        </div>
      )}
      {scan.isError && <Notice kind="bad">{refusalText(scan.error, texts.scan.failed)}</Notice>}
      {scan.data && <Result scan={scan.data} />}
    </li>
  );
}

function Result({ scan }: { scan: GitScan }) {
  const heading = useId();
  const { repository, revision, manifests, findings, truncated } = scan;
  return (
    <section className={css.result} aria-labelledby={heading}>
      <h4 id={heading}>{texts.scan.result({ repository })}</h4>
      <p className={css.hint} role="status">
        {summaryOf(scan)}
      </p>
      {truncated && <Notice kind="slow">{texts.scan.truncated}</Notice>}
      {revision !== null && (
        <Facts>
          <Fact name={texts.scan.revision}>
            <code dir="ltr">{revision}</code>
          </Fact>
        </Facts>
      )}
      {manifests.length > 0 && (
        <>
          <h4>{texts.scan.manifests}</h4>
          <ul className={css.manifests}>
            {manifests.map(({ path, packages, problem }) => (
              <li key={path}>
                <code dir="ltr">{path}</code>{' '}
                {problem === null ? (
                  <span className={css.hint}>{texts.scan.packages({ count: packages })}</span>
                ) : (
                  <span className={css.wrong}>{problem}</span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {findings.length > 0 && <Findings findings={findings} />}
    </section>
  );
}

/** What came of a scan, in a sentence that is read out. */
function summaryOf({ revision, manifests, findings, advisories_available: isCompared }: GitScan): string {
  if (revision === null) return texts.scan.empty;
  if (manifests.length === 0) return texts.scan.noManifests;
  if (!isCompared) return texts.scan.noAdvisories;
  return findings.length === 0 ? texts.scan.noFindings : texts.scan.affected({ count: findings.length });
}

function Findings({ findings }: { findings: readonly GitFinding[] }) {
  const heading = useId();
  return (
    <>
      <h4 id={heading}>{texts.scan.findings}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys */}
      <section className={css.scroll} tabIndex={0} aria-labelledby={heading}>
        <table className={css.findings} aria-labelledby={heading}>
          <thead>
            <tr>
              <th scope="col">{texts.scan.package}</th>
              <th scope="col">{texts.scan.version}</th>
              <th scope="col">{texts.scan.severity}</th>
              <th scope="col">{texts.scan.advisory}</th>
              <th scope="col">{texts.scan.fixed}</th>
              <th scope="col">{texts.scan.manifest}</th>
            </tr>
          </thead>
          <tbody>
            {findings.flatMap(({ manifest, name, version, advisories }) =>
              advisories.map(({ id, severity, fixed }) => (
                <tr key={`${manifest} ${name} ${version} ${id}`}>
                  <th scope="row">
                    <bdi dir="ltr">{name}</bdi>
                  </th>
                  <td dir="ltr">{version}</td>
                  <td>{isSeverity(severity) ? <SeverityPill severity={severity} /> : severity}</td>
                  <td dir="ltr">{id}</td>
                  <td dir="ltr">{fixed.length > 0 ? fixed.join(', ') : texts.scan.notFixed}</td>
                  <td dir="ltr">{manifest}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </section>
    </>
  );
}
