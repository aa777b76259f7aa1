import '@mantine/core/styles/Input.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { TreeRelocated, TreeRepository } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { texts } from '@/texts/artifacts';
import { noticeText } from '@/texts/noticeText';
import form from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import css from './artifacts.module.css';
import { idOf, nameOf, type Place } from './place';
import { targetsOf } from './RelocateActions';
import { withoutOuterSlashes } from './UploadSection';

interface RelocateDialogProps {
  place: Place;
  moves: boolean;
  repositories: readonly TreeRepository[];
  close: () => void;
  /** Shows the place that it has. */
  show: (place: Place) => void;
}

/** Copies or moves a file or a folder: first it says what that does, then it is done. */
export function RelocateDialog({ place, moves, repositories, close, show }: RelocateDialogProps) {
  const { api } = useEngine();
  const submit = useSubmit();
  const from = repositories.find(({ key }) => key === place.repository);
  const targets = from ? targetsOf(from, repositories) : [];
  const isTarget = targets.some(({ key }) => key === place.repository);
  const [to, setTo] = useState<Place>(isTarget ? place : { ...place, repository: targets[0]?.key ?? '' });
  // what the server says of these fields; others are asked about again
  const [preview, setPreview] = useState<TreeRelocated | null>(null);
  const words = texts.relocation;
  const name = nameOf(place);
  const isPossible = preview !== null && preview.conflicts === 0;
  const edit = (changed: Partial<Place>) => {
    setTo({ ...to, ...changed });
    setPreview(null);
    submit.clear();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit.run(async () => {
      const wanted = { from: place, to: { ...to, path: withoutOuterSlashes(to.path) }, moves };
      if (!isPossible) {
        setPreview(await repositoryCalls.postTreeRelocations(api, { ...wanted, dry: true, replace: true }));
        return;
      }
      // only what the user has seen is replaced
      const replace = preview.replaced > 0;
      const done = await repositoryCalls.postTreeRelocations(api, { ...wanted, dry: false, replace });
      const report = { name, place: idOf(done.to) };
      notify({ severity: 'info', text: moves ? words.moved(report) : words.copied(report) });
      close();
      show(done.to);
    });
  };
  const { error } = submit;
  const refusal = error && noticeText(error.code, error.message, texts.actionFailed);
  const doing = moves ? words.move : words.copy;
  const replacing = moves ? words.moveReplacing : words.copyReplacing;
  return (
    <Dialog
      title={<bdi>{moves ? words.moveOf({ name }) : words.copyOf({ name })}</bdi>}
      size="lg"
      closeLabel={texts.close}
      close={close}
    >
      <form className={form.form} onSubmit={send} noValidate>
        <NativeSelect
          label={words.repository}
          description={words.repositoryText}
          value={to.repository}
          onChange={event => edit({ repository: event.currentTarget.value })}
          data={targets.map(({ key }) => key)}
        />
        <TextInput
          label={words.path}
          description={words.pathText}
          value={to.path}
          onChange={event => edit({ path: event.currentTarget.value })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          data-autofocus
        />
        {refusal && <Notice kind="bad">{refusal}</Notice>}
        {preview && <Preview preview={preview} />}
        <div className={css.actions}>
          <Button type="submit" loading={submit.busy}>
            {isPossible ? (preview.replaced > 0 ? replacing : doing) : words.next}
          </Button>
          <Button variant="default" onClick={close}>
            {words.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What would be done, or what is in the way. */
function Preview({ preview }: { preview: TreeRelocated }) {
  const words = texts.relocation;
  const { to, files, conflicts, first_conflicts, replaced, replaced_paths } = preview;
  if (conflicts > 0) {
    return (
      <Notice kind="bad">
        {words.conflicts({ count: conflicts })}
        <ul className={css.named}>
          {first_conflicts.map(({ path, code, message }) => (
            <li key={path}>
              <code dir="ltr">{path}</code> {noticeText(code, message, texts.actionFailed)}
            </li>
          ))}
          {conflicts > first_conflicts.length && <li>{words.others}</li>}
        </ul>
      </Notice>
    );
  }
  return (
    <>
      <section role="status" aria-label={words.preview}>
        <Facts>
          <Fact name={words.newPath}>
            <code dir="ltr" className={css.longPath}>
              {idOf(to)}
            </code>
          </Fact>
          <Fact name={words.files}>{files}</Fact>
        </Facts>
      </section>
      {replaced > 0 && (
        <Notice kind="info">
          {words.replaced({ count: replaced })}
          <ul className={css.named}>
            {replaced_paths.map(path => (
              <li key={path}>
                <code dir="ltr">{path}</code>
              </li>
            ))}
            {replaced > replaced_paths.length && <li>{words.others}</li>}
          </ul>
        </Notice>
      )}
    </>
  );
}
