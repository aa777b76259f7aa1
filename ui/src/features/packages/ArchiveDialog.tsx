import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { VersionRepository } from '@/generated/api';
import * as repositoryCalls from '@/generated/repositoryCalls';
import { refresh } from '@/shell/refresh';
import { texts } from '@/texts/archive';
import { noticeText } from '@/texts/noticeText';
import form from '@/ui/auth.module.css';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Notice } from '@/ui/Notice';
import type { Archived } from './archived';
import { nameOf } from './Path';
import { addressOf } from './place';

interface ArchiveDialogProps {
  id: string;
  version: string;
  /** The local repositories that have the version. */
  places: readonly VersionRepository[];
  close: () => void;
}

/** Asks before a version is archived, and in which repository. */
export function ArchiveDialog({ id, version, places, close }: ArchiveDialogProps) {
  const { api } = useEngine();
  const router = useRouter();
  const queries = useQueryClient();
  const submit = useSubmit();
  const [repository, choose] = useState(places[0]?.name ?? '');
  const archive = (event: FormEvent) => {
    event.preventDefault();
    const path = places.find(({ name }) => name === repository)?.leadFilePath ?? '';
    void submit.run(async () => {
      const files = await repositoryCalls.postArchiveVersions(api, { repository, path });
      // the page that follows shows it
      queries.setQueryData<Archived>(['last-archived'], { id, version, files });
      close();
      await router.navigate({ to: addressOf(id) });
      for (const key of ['packages', 'archive', 'tree']) void refresh(queries, [key]);
    });
  };
  const { error } = submit;
  return (
    <Dialog
      title={<bdi>{texts.question({ version, name: nameOf(id) })}</bdi>}
      closeLabel={texts.close}
      close={close}
    >
      <form className={form.form} onSubmit={archive}>
        {places.length > 1 && (
          <NativeSelect
            label={texts.filter.repository}
            description={texts.others}
            value={repository}
            onChange={event => {
              choose(event.currentTarget.value);
              submit.clear();
            }}
            data={places.map(({ name }) => name)}
          />
        )}
        <div>{texts.questionText({ repository })}</div>
        {error && <Notice kind="bad">{noticeText(error.code, error.message, texts.archiveFailed)}</Notice>}
        <div className={form.row}>
          <Button type="submit" loading={submit.busy}>
            {texts.archive}
          </Button>
          <Button variant="default" data-autofocus onClick={close}>
            {texts.keep}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
