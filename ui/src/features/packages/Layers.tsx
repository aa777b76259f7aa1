import { useQuery } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import type { ImageLayer, ImageLayers, VersionPlaceQuery } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { texts } from '@/texts/packageDetails';
import { sizeText } from '@/texts/size';
import { Notice } from '@/ui/Notice';
import { failure } from './failure';
import css from './layers.module.css';
import pageCss from './packages.module.css';

/** The layers of an image and the commands that made them, for each platform (PKG-08). */
export function Layers({ at }: { at: VersionPlaceQuery }) {
  const { api } = useEngine();
  const found = useQuery({
    queryKey: ['packages', 'layers', at.repoKey, at.path],
    queryFn: () => repositoryCalls.getPackagesLayers(api, at),
  });
  if (found.isError) return <Notice kind="bad">{failure(found.error, texts.failedLayers)}</Notice>;
  if (!found.data) return <div className={pageCss.skeleton} aria-hidden="true" />;
  const { images, left_out: leftOut } = found.data;
  return (
    <>
      {images.length === 0 && leftOut === 0 && <p className={pageCss.hint}>{texts.noLayers}</p>}
      {images.map(image => (
        <Image key={image.digest} of={image} />
      ))}
      {leftOut > 0 && <p className={pageCss.hint}>{texts.imagesLeftOut({ count: leftOut })}</p>}
    </>
  );
}

function Image({ of }: { of: ImageLayers }) {
  const name = of.platform ?? texts.image;
  return (
    <section className={css.image} aria-label={name}>
      <h2 className={pageCss.heading}>
        <bdi dir="ltr">{name}</bdi>
      </h2>
      <p className={pageCss.hint}>
        {sizeText(of.bytes)}, <code dir="ltr">{of.digest}</code>
      </p>
      <ol className={css.layers}>
        {of.layers.map((layer, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: layers never move, and several may be the same
          <Layer key={at} of={layer} share={of.bytes === 0 ? 0 : layer.bytes / of.bytes} />
        ))}
      </ol>
    </section>
  );
}

function Layer({ of: { command, digest, bytes }, share }: { of: ImageLayer; share: number }) {
  return (
    <li className={css.layer} data-empty={digest === null || undefined}>
      <code className={css.command} dir="ltr">
        {command === '' ? texts.unknownCommand : command}
      </code>
      {digest !== null && (
        <>
          <span className={css.size}>{sizeText(bytes)}</span>
          <span className={css.bar} aria-hidden="true">
            <span style={{ inlineSize: `${(share * 100).toFixed(2)}%` }} />
          </span>
        </>
      )}
    </li>
  );
}
