import { createAtom } from '@xstate/store';
import { useAtom } from '@xstate/store-react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { clockTime, fullTime } from '@/texts/time';
import { Notice } from '@/ui/Notice';
import type { Injected, InjectedComponents, NoticeProperties, TableProperties } from './contract';
import css from './FrontEnd.module.css';

interface Portal {
  host: HTMLElement;
  content: ReactNode;
}

/** The shell's components in one front-end. The shell renders them, so they have its style and language. */
export class Injections {
  readonly portals = createAtom<ReadonlyMap<number, Portal>>(new Map());
  #last = 0;

  readonly components: InjectedComponents = {
    notice: (host, properties) => this.#inject(host, drawNotice, properties),
    table: (host, properties) => this.#inject(host, drawTable, properties),
    clockTime,
    fullTime,
  };

  /** When the front-end is unmounted, its components are removed too. */
  clear(): void {
    this.portals.set(new Map());
  }

  #inject<P>(host: HTMLElement, draw: (properties: P) => ReactNode, properties: P): Injected<P> {
    this.#last += 1;
    const id = this.#last;
    const put = (next: P) => this.portals.set(all => new Map(all).set(id, { host, content: draw(next) }));
    put(properties);
    return {
      update: next => {
        // one that was removed stays so
        if (this.portals.get().has(id)) put(next);
      },
      remove: () =>
        this.portals.set(all => {
          const left = new Map(all);
          left.delete(id);
          return left;
        }),
    };
  }
}

export function InjectedPortals({ injections }: { injections: Injections }) {
  const portals = useAtom(injections.portals);
  return [...portals].map(([id, { host, content }]) => createPortal(content, host, String(id)));
}

// what comes from a front-end is turned into texts here: it must not be able to hand in anything else
const drawNotice = ({ kind, text }: NoticeProperties) => <Notice kind={kind}>{String(text)}</Notice>;

const drawTable = ({ caption, columns, rows }: TableProperties) => (
  <table className={css.table}>
    <caption>{String(caption)}</caption>
    <thead>
      <tr>
        {columns.map(column => (
          <th key={column} scope="col">
            {String(column)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(row => (
        <tr key={row.join('\u0000')}>
          {row.map((cell, index) => (
            <td key={columns[index] ?? index}>{String(cell)}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
