import type { Language } from '@/texts/i18n/languages';

export type { Language };

/**
 * What the shell and the service front-ends know of each other. A front-end imports the types of this file and nothing
 * else of the console: all that it works with comes in its properties.
 */

/** A value to read and to watch. Only the shell writes it. */
export interface SharedStore {
  get: () => SharedState;
  /** Calls when the value has changed; the answer ends that. */
  subscribe: (listener: () => void) => () => void;
}

export interface SharedState {
  readonly footer: { readonly serverName: string | null; readonly logoUrl: string | null };
  readonly user: { readonly kind: 'anonymous' | 'user' | 'admin'; readonly name: string | null };
  /** The language that the page is in. */
  readonly language: Language;
  readonly licence: string;
  /** What the services are that run, by name. */
  readonly services: readonly string[];
  /** Whether what is shown here is up to date. */
  readonly live: boolean;
  /** What this page has seen of its own session. */
  readonly session: {
    readonly steps: number;
    readonly refusals: number;
    readonly latest: string | null;
    readonly machines: readonly { readonly name: string; readonly state: string; readonly steps: number }[];
  };
}

/** A component of the shell inside an element of a front-end. */
export interface Injected<P> {
  update: (properties: P) => void;
  remove: () => void;
}

export interface NoticeProperties {
  kind: 'info' | 'bad' | 'slow';
  text: string;
}

export interface TableProperties {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** The components that three front-ends receive (MFE-02). */
export interface InjectedComponents {
  notice: (host: HTMLElement, properties: NoticeProperties) => Injected<NoticeProperties>;
  table: (host: HTMLElement, properties: TableProperties) => Injected<TableProperties>;
  clockTime: (at: string) => string;
  fullTime: (at: string) => string;
}

export interface FrontEndProps {
  /** The box: the front-end writes here and nowhere else. */
  domElement: HTMLElement;
  store: SharedStore;
  /** Goes to a path of the console, as a link of the console does: the server decides. */
  navigate: (path: string) => void;
  /** The address of a path of the console, for links. */
  addressOf: (path: string) => string;
  /** The paths that are this front-end's own, as the server grants them. */
  paths: readonly string[];
  /** What the path holds that is open now. */
  params: Readonly<Record<string, string>>;
  /** Only for those that receive them. */
  components?: InjectedComponents;
}

type LifeCycle = (props: FrontEndProps) => Promise<unknown>;

/** What the script of a front-end exports: the life cycle of single-spa, and the paths that it announces. */
export interface FrontEndModule {
  announces?: readonly string[];
  bootstrap: LifeCycle;
  mount: LifeCycle;
  unmount: LifeCycle;
  update?: LifeCycle;
}
