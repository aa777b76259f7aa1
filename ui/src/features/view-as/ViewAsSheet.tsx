import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useMachine } from '@/engine/useMachine';
import type { View } from '@/generated/types';
import { texts } from '@/texts/viewAs';
import { Button } from '@/ui/Button';
import { useView } from './useView';
import css from './view-as.module.css';
import { flavours, licenceLabel, licences, roles } from './viewLabels';

interface Choice<Value extends string> {
  label: string;
  value: Value | null;
  options: readonly Value[];
  wordOf: (value: Value) => string;
  choose: (value: Value | null) => void;
}

/** Chooses the role, licence and flavour to view as. What is not chosen stays as it is. */
export function ViewAsSheet({ close }: { close: () => void }) {
  const startup = useMachine('startup');
  const current = startup.state?.state === 'ready' ? startup.state.view : null;
  const [view, setView] = useState<View>(current ?? { role: null, licence: null, flavour: null });
  const [asked, setAsked] = useState(false);
  const { look, stop } = useView();
  const empty = view.role === null && view.licence === null && view.flavour === null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!empty && (await look(view))) close();
  };
  return (
    <Modal opened onClose={close} returnFocus={false} title={texts.title}>
      <form className={css.form} onSubmit={event => void submit(event)} noValidate>
        <p className="wb-muted">{texts.lead}</p>
        <Select
          label={texts.role}
          value={view.role}
          options={roles}
          wordOf={role => texts.roles[role]}
          choose={role => setView({ ...view, role })}
        />
        <Select
          label={texts.licence}
          value={view.licence}
          options={licences}
          wordOf={licenceLabel}
          choose={licence => setView({ ...view, licence })}
        />
        <Select
          label={texts.flavour}
          value={view.flavour}
          options={flavours}
          wordOf={flavour => texts.flavours[flavour]}
          choose={flavour => setView({ ...view, flavour })}
        />
        <p role="alert" className={css.problem}>
          {asked && empty ? texts.choose : ''}
        </p>
        <div className={css.actions}>
          <Button type="submit" loading={startup.pending} disabled={!startup.can('view_as')}>
            {texts.start}
          </Button>
          {current && (
            <Button
              variant="default"
              onClick={() => {
                stop();
                close();
              }}
            >
              {texts.myself}
            </Button>
          )}
          <Button variant="default" onClick={close}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function Select<Value extends string>({ label, value, options, wordOf, choose }: Choice<Value>) {
  const id = useId();
  return (
    <div className={css.choice}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value ?? ''}
        onChange={event => choose(options.find(option => option === event.currentTarget.value) ?? null)}
      >
        <option value="">{texts.same}</option>
        {options.map(option => (
          <option key={option} value={option}>
            {wordOf(option)}
          </option>
        ))}
      </select>
    </div>
  );
}
