import { useQueryClient } from '@tanstack/react-query';
import { useEngine } from '@/engine/EngineContext';
import { useSubmit } from '@/engine/useSubmit';
import type { ConsoleRepository } from '@/generated/api';
import * as calls from '@/generated/calls';
import { ClientSetup } from '@/shell/ClientSetup';
import { refresh } from '@/shell/refresh';
import { texts as shellTexts } from '@/texts/common';
import { noticeText } from '@/texts/noticeText';
import { texts } from '@/texts/repositories';
import { sizeText } from '@/texts/size';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { Dialog } from '@/ui/Dialog';
import { Fact, Facts } from '@/ui/Facts';
import { Notice } from '@/ui/Notice';
import { notify } from '@/ui/notify';
import { RepositoryForm } from './RepositoryForm';
import css from './repositories.module.css';

interface RepositoryDialogProps {
  repository: ConsoleRepository;
  close: () => void;
}

/** A repository: how clients use it, its settings, and deleting it. */
export function RepositoryDialog({ repository, close }: RepositoryDialogProps) {
  const { key, files } = repository;
  return (
    <Dialog title={<bdi>{key}</bdi>} size="lg" closeLabel={texts.close} close={close}>
      <Facts>
        <Fact name={texts.class}>{texts.classes[repository.class]}</Fact>
        <Fact name={texts.type}>{repository.package_type}</Fact>
        <Fact name={texts.files}>{files}</Fact>
        <Fact name={texts.size}>{sizeText(repository.bytes)}</Fact>
        <Fact name={texts.url}>
          <code dir="ltr" className={css.address}>
            {repository.url}
          </code>
        </Fact>
      </Facts>
      <ClientSetup repository={key} />
      <RepositoryForm repository={repository} />
      <Removal repository={repository} close={close} />
    </Dialog>
  );
}

function Removal({ repository, close }: RepositoryDialogProps) {
  const { api } = useEngine();
  const client = useQueryClient();
  const removal = useSubmit();
  const { key, files } = repository;
  const { error } = removal;
  const words = error && noticeText(error.code, error.message, shellTexts.failed);
  return (
    <div className={css.section}>
      {words && <Notice kind="bad">{words}</Notice>}
      <ConfirmButton
        words={{
          button: texts.delete,
          title: texts.deleteQuestion({ name: key, count: files }),
          yes: texts.delete,
          no: texts.cancel,
        }}
        busy={removal.busy}
        confirm={() =>
          void removal.run(async () => {
            await calls.deleteRepositoriesKey(api, key);
            notify({ text: texts.deleted({ name: key }), severity: 'info' });
            await refresh(client, ['repositories']);
            close();
          })
        }
      >
        {texts.deleteText}
      </ConfirmButton>
    </div>
  );
}
