/** The plural forms that a language may need, by the rules of Intl.PluralRules. */
export type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** The names of the placeholders of a text: `{{name}}`, or `{{name, number}}` where Intl is to write a number. */
type ArgumentsOf<Text extends string> = Text extends `${string}{{${infer Inside}}}${infer Rest}`
  ? (Inside extends `${infer Name},${string}` ? Name : Inside) | ArgumentsOf<Rest>
  : never;

type Say<Argument extends string> = (values: Readonly<Record<Argument, string | number>>) => string;
type SayCount<Argument extends string> = (
  values: Readonly<{ count: number } & Record<Exclude<Argument, 'count'>, string | number>>,
) => string;

/** Of the forms of one plural only the last is a key of the tree. */
type KeyIn<Key> = Key extends `${infer Base}_${PluralForm}`
  ? Key extends `${Base}_other`
    ? Base
    : never
  : Key;

type Entry<Key, Value> = Value extends string
  ? Key extends `${string}_other`
    ? SayCount<ArgumentsOf<Value>>
    : [ArgumentsOf<Value>] extends [never]
      ? string
      : Say<ArgumentsOf<Value>>
  : Texts<Value>;

/** What the console reads: a text for each key, a function where the text has placeholders. */
export type Texts<Source> = { readonly [Key in keyof Source as KeyIn<Key>]: Entry<Key, Source[Key]> };

/** A source that has no placeholder: one that has does not fit it. */
export type Plain<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends `${string}{{${string}`
    ? never
    : Source[Key] extends string
      ? string
      : Plain<Source[Key]>;
};

/** The keys of the English source in another language, with the plural forms that this language has. */
export type Translation<Source, Form extends PluralForm> = {
  readonly [Key in keyof Source as Key extends `${infer Base}_${PluralForm}`
    ? `${Base}_${Form}`
    : Key]: Source[Key] extends string ? string : Translation<Source[Key], Form>;
};

/** A catalogue, or a part of one, whatever its keys. */
export interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

const PLURAL = /^(.+)_(?:zero|one|two|few|many|other)$/;

/** Every text of a catalogue by its whole key. i18next looks such keys up at once. */
export function flat(catalogue: Catalogue, above = ''): Record<string, string> {
  return Object.entries(catalogue).reduce<Record<string, string>>((all, [key, value]) => {
    const path = above + key;
    return Object.assign(all, typeof value === 'string' ? { [path]: value } : flat(value, `${path}.`));
  }, {});
}

type Translate = (key: string, values?: Readonly<Record<string, unknown>>) => string;

/** The tree that has the shape of the source and asks for each text when it is read. */
export function treeOf<Source extends object>(source: Source, translate: Translate): Texts<Source> {
  return branch(source as unknown as Catalogue, translate, '') as Texts<Source>;
}

function branch(source: Catalogue, translate: Translate, above: string): object {
  const tree = {};
  for (const [key, value] of Object.entries(source)) {
    const base = PLURAL.exec(key)?.[1];
    const path = above + (base ?? key);
    const asked = base !== undefined || (typeof value === 'string' && value.includes('{{'));
    const read = asked
      ? () => (values: Readonly<Record<string, unknown>>) => translate(path, values)
      : typeof value === 'string'
        ? () => translate(path)
        : constant(branch(value, translate, `${path}.`));
    Object.defineProperty(tree, base ?? key, { get: read, enumerable: true, configurable: true });
  }
  return tree;
}

function constant<T>(value: T): () => T {
  return () => value;
}
