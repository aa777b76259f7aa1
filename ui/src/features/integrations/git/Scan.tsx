import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
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

interface ScannedRepositoryProps {
  /** The key of the integration. */
  integration: string;
  name: string;
}

/** A chosen repository, its scan, and what that has found. */
export function ScannedRepository({ integration, name }: ScannedRepositoryProps) {
  const { api } = useEngine();
  const scan = useMutation({
    mutationFn: () => gitCalls.postIntegrationKeyScan(api, integration, { repository: name }),
  });
  return (
    <li>
      <div className={css.repository}>
        <bdi dir="ltr">{name}</bdi>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={texts.scan.scanNamed({ repository: name })}
          loading={scan.isPending}
          onClick={() => scan.mutate()}
        >
          {texts.scan.scan}
        </Button>
      </div>
      {scan.isPending && <Wait>{texts.scan.scanning({ repository: name })}</Wait>}
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
      <div className={css.scroll}>
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
      </div>
    </>
  );
}
