import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { Menus } from '@/generated/types';
import { texts } from '@/texts/palette';
import { type Found, findCommands, type Place, useCommands } from './commands';
import { Marked } from './MarkedRanges';
import css from './palette.module.css';

const PAGE = 8;

interface PaletteProps {
  menus: Menus | null;
  toggleSidebar: () => void;
  close: () => void;
}

/** Goes to a page or does something by its name: one list, walked with the arrows while the field has the focus. */
export function Palette({ menus, toggleSidebar, close }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const commands = useCommands(menus, typed.trim(), toggleSidebar);
  const found = findCommands(commands, typed.trim());
  const id = useId();
  const chosen = found[Math.min(at, found.length - 1)];
  const optionId = (command: Found) => `${id}-${command.id}`;
  const chosenId = chosen && optionId(chosen);
  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView?.({ block: 'nearest' });
  }, [chosenId]);
  const run = (command: Found) => {
    // closed first, so that what the command opens gets the focus
    close();
    command.run();
  };
  const steps: Record<string, number> = {
    ArrowDown: (at + 1) % found.length,
    ArrowUp: (at + found.length - 1) % found.length,
    PageDown: Math.min(at + PAGE, found.length - 1),
    PageUp: Math.max(at - PAGE, 0),
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = steps[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setAt(step);
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      run(chosen);
    }
  };
  return (
    <Modal
      opened
      onClose={close}
      returnFocus={false}
      withCloseButton={false}
      padding={0}
      size={600}
      yOffset="10dvh"
      attributes={{ content: { 'aria-label': texts.title } }}
      classNames={{ content: css.content ?? '', body: css.body ?? '' }}
    >
      <input
        className={css.field}
        type="text"
        role="combobox"
        data-autofocus
        aria-label={texts.title}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosenId}
        placeholder={texts.placeholder}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={event => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <p className="wb-hidden" role="status" aria-live="polite">
        {texts.found({ count: found.length })}
      </p>
      {found.length === 0 && <p className={css.nothing}>{texts.nothing}</p>}
      <div id={`${id}-list`} className={css.list} role="listbox" aria-label={texts.results}>
        {placesOf(found).map(({ place, entries }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
          <div key={place} role="group" aria-label={texts.groups[place]}>
            <p className={css.group} aria-hidden="true">
              {texts.groups[place]}
            </p>
            {entries.map(command => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys, and says which option they mean
              <div
                key={command.id}
                id={optionId(command)}
                className={css.option}
                role="option"
                tabIndex={-1}
                aria-selected={command === chosen}
                onClick={() => run(command)}
                onPointerMove={() => setAt(found.indexOf(command))}
              >
                <span className={css.label}>
                  <Marked text={command.label} ranges={command.match.ranges} />
                </span>
                {command.hint && <span className={css.hint}>{command.hint}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <Foot />
    </Modal>
  );
}

function placesOf(found: readonly Found[]): { place: Place; entries: Found[] }[] {
  const places: { place: Place; entries: Found[] }[] = [];
  for (const command of found) {
    const known = places.find(({ place }) => place === command.place);
    if (known) known.entries.push(command);
    else places.push({ place: command.place, entries: [command] });
  }
  return places;
}

function Foot() {
  return (
    <p className={css.foot} aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {texts.keys.move}
      </span>
      <span>
        <kbd>↵</kbd> {texts.keys.run}
      </span>
      <span>
        <kbd>Esc</kbd> {texts.keys.leave}
      </span>
    </p>
  );
}
