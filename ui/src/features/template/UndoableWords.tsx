import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useId, useReducer, useRef, useState } from 'react';
import { texts } from '@/texts/template';
import { Button } from '@/ui/Button';
import css from './template.module.css';
import { canRedo, canUndo, decide, empty, wordsOf } from './undoable';

/** A list of words whose changes can be undone and redone, by buttons and by Ctrl+Z and Ctrl+Y. */
export function UndoableWords() {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [model, act] = useReducer(decide, empty);
  const words = wordsOf(model);
  const count = model.changes.length;

  const add = (event: FormEvent) => {
    event.preventDefault();
    const word = typed.trim();
    if (word === '') return;
    act({ kind: 'add', word });
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // within a field these keys undo typing, as everywhere
    if (event.target instanceof HTMLInputElement && event.target.value !== '') return;
    if (!(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    const redo = key === 'y' || (key === 'z' && event.shiftKey);
    if (!redo && key !== 'z') return;
    event.preventDefault();
    act({ kind: redo ? 'redo' : 'undo' });
  };
  const remove = (place: number, word: string) => {
    act({ kind: 'remove', place, word });
    // the button that had the focus is gone
    field.current?.focus();
  };
  return (
    <section className={css.box} aria-labelledby={id} onKeyDown={onKeyDown}>
      <h2 id={id}>{texts.undo.title}</h2>
      <p className="wb-muted">{texts.undo.lead}</p>
      <form className={css.row} onSubmit={add}>
        <TextInput
          ref={field}
          label={texts.undo.name}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
        />
        <Button type="submit">{texts.undo.add}</Button>
        <Button variant="default" disabled={!canUndo(model)} onClick={() => act({ kind: 'undo' })}>
          {texts.undo.undo}
        </Button>
        <Button variant="default" disabled={!canRedo(model)} onClick={() => act({ kind: 'redo' })}>
          {texts.undo.redo}
        </Button>
      </form>
      <h3>{texts.undo.words}</h3>
      {words.length === 0 ? (
        <p className="wb-muted">{texts.undo.none}</p>
      ) : (
        <ul className={css.words} aria-label={texts.undo.words}>
          {words.map((word, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same word may be here twice
            <li key={place}>
              <span dir="auto">{word}</span>
              <button
                type="button"
                aria-label={texts.undo.remove({ word })}
                onClick={() => remove(place, word)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {count > 0 && (
        <>
          <h3>{texts.undo.changes}</h3>
          <p className="wb-muted" role="status">
            {texts.undo.at({ at: model.at, count })}
          </p>
          <ol className={css.changes} aria-label={texts.undo.changes}>
            {model.changes.map((change, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a change is known by its place in the list
              <li key={index} data-undone={index >= model.at || undefined}>
                {change.kind === 'add'
                  ? texts.undo.added({ word: change.word })
                  : texts.undo.removed({ word: change.word })}
                {index >= model.at && <small> ({texts.undo.undone})</small>}
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
