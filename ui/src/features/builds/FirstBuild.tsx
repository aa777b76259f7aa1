import { texts } from '@/texts/builds';
import { CopyButton } from '@/ui/CopyButton';
import css from './builds.module.css';

/** Nothing is published: how the first build is. */
export function FirstBuild({ server }: { server: string }) {
  const host = server.replace(/\/artifactory$/, '');
  const commands = [
    [
      texts.first.jf,
      `jf config add waybill --url=${host} --artifactory-url=${server} --access-token=TOKEN\njf rt build-publish my-build 1`,
    ],
    [texts.first.curl, `curl -H "Authorization: Bearer TOKEN" -T build-info.json ${server}/api/build`],
  ] as const;
  return (
    <section className={css.first}>
      <h2>{texts.empty}</h2>
      <p>{texts.first.lead}</p>
      {commands.map(([name, command]) => (
        <div key={name}>
          <h3>{name}</h3>
          <pre dir="ltr">
            <code className="wb-mono">{command}</code>
          </pre>
          <CopyButton value={command}>{texts.first.copy}</CopyButton>
        </div>
      ))}
    </section>
  );
}
