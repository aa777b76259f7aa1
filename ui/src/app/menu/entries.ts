/** What a menu that opens from a button consists of. */
export type MenuEntry =
  | {
      kind: 'item';
      id: string;
      label: string;
      icon: string | null;
      badge?: string | null;
      /** Why it cannot be chosen, as a sentence. */
      disabled?: string | null;
      /** The address outside the console that it leads to; it opens in a tab of its own. */
      url?: string | null;
      run: (from: Element | null) => void;
    }
  | { kind: 'heading'; id: string; label: string }
  | { kind: 'divider'; id: string }
  | {
      kind: 'choice';
      id: string;
      label: string;
      value: string;
      options: readonly { value: string; label: string; lang?: string }[];
      choose: (value: string) => void;
    };
