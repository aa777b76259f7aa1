import { type Atom, createAtom } from '@xstate/store';
import { useAtom } from '@xstate/store-react';
import { useEffect, useState } from 'react';
import type { TopicArgs, TopicData, TopicEndCode } from '@/generated/api';
import { after } from '@/lib/pausing';
import { useEngine } from './EngineContext';
import type { Engine } from './engine';
import type { MessageOf, TopicMessage } from './wire';

/** The first wait before a subscription that ended is requested again; each later one is twice as long. */
const AGAIN_FIRST_MS = 250;
const AGAIN_MAX_MS = 10_000;
/** After these codes nothing received before may be shown. */
const RIGHTS_GONE: readonly TopicEndCode[] = ['not_signed_in', 'not_authorised'];

/** Follows topics. It is in the chunk of the pages that need it, so that no other page loads it. */
export interface TopicClient {
  take: (message: TopicMessage) => void;
  /** The link is live: all topics are subscribed to again. */
  opened: () => void;
  closed: () => void;
}

export type TopicEnd = Pick<MessageOf<'topic_end'>, 'code' | 'message'>;

export type ArgsOf<Name extends string> = Name extends keyof TopicArgs ? TopicArgs[Name] : unknown;
type DataOf<Name extends string> = Name extends keyof TopicData ? TopicData[Name] : unknown;

export interface TopicHandlers<T, Data = unknown> {
  /**
   * Makes the topic's value from the previous one and the message. All components that follow the same topic share the
   * value, also those that are mounted later, so it depends on the topic and not on the component.
   */
  fold?: (before: T | undefined, data: Data) => T;
  /** Called with each message from now on. */
  message?: (data: Data, cursor: string | null) => void;
}

export interface TopicView<T> {
  /** Ended means that the server rejected it permanently; after temporary errors it is subscribing again. */
  state: 'subscribing' | 'live' | 'ended';
  end: TopicEnd | null;
  /** The folded value; it stays while the link is down. */
  value: T | undefined;
}

type View = TopicView<unknown>;
type Handlers = TopicHandlers<unknown>;

/** One subscription, however many components follow it. */
class Subscription {
  readonly view: Atom<View> = createAtom<View>({ state: 'subscribing', end: null, value: undefined });
  readonly followers = new Set<Handlers>();
  cursor: string | null = null;
  /** Gives up the next attempt after one that failed. */
  again: () => void = () => undefined;
  failures = 0;

  constructor(
    readonly id: string,
    readonly topic: string,
    readonly args: unknown,
  ) {}

  turn(change: Partial<View>): void {
    this.view.set(view => ({ ...view, ...change }));
  }
}

/** What this page follows. */
class Topics implements TopicClient {
  readonly #engine: Engine;
  readonly #byKey = new Map<string, Subscription>();
  readonly #byId = new Map<string, Subscription>();
  #number = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  follow(topic: string, key: string, handlers: Handlers): Subscription {
    const known = this.#byKey.get(key);
    const subscription = known ?? this.#begin(topic, key);
    subscription.followers.add(handlers);
    return subscription;
  }

  #begin(topic: string, key: string): Subscription {
    this.#number += 1;
    const subscription = new Subscription(
      `s_${this.#number}`,
      topic,
      JSON.parse(key.slice(topic.length + 1)),
    );
    this.#byKey.set(key, subscription);
    this.#byId.set(subscription.id, subscription);
    this.#subscribe(subscription);
    return subscription;
  }

  leave(key: string, handlers: Handlers): void {
    const subscription = this.#byKey.get(key);
    if (!subscription?.followers.delete(handlers)) return;
    // when one page replaces another that follows the same topic, the subscription must not end in between
    setTimeout(() => {
      if (subscription.followers.size > 0 || this.#byId.get(subscription.id) !== subscription) return;
      subscription.again();
      this.#byKey.delete(key);
      this.#byId.delete(subscription.id);
      if (this.#engine.isLive && subscription.view.get().state !== 'ended')
        this.#engine.transmit({ type: 'unsubscribe', id: subscription.id });
    });
  }

  #subscribe({ id, topic, args, cursor }: Subscription): void {
    if (this.#engine.isLive) this.#engine.transmit({ type: 'subscribe', id, topic, args, cursor });
  }

  opened(): void {
    for (const subscription of this.#byId.values()) {
      subscription.again();
      // another user may have signed in meanwhile, so topics that have ended are requested again too
      subscription.turn({ state: 'subscribing', end: null });
      const { id, topic, args, cursor } = subscription;
      this.#engine.transmit({ type: 'subscribe', id, topic, args, cursor });
    }
  }

  closed(): void {
    for (const subscription of this.#byId.values()) {
      subscription.again();
      if (subscription.view.get().state === 'live') subscription.turn({ state: 'subscribing' });
    }
  }

  take(message: TopicMessage): void {
    const subscription = this.#byId.get(message.id);
    if (!subscription) return;
    switch (message.type) {
      case 'topic_begin':
        return subscription.turn({ state: 'live', end: null });
      case 'topic':
        return this.#notify(subscription, message.data, message.cursor);
      case 'topic_end':
        return this.#end(subscription, message);
    }
  }

  #notify(subscription: Subscription, data: unknown, cursor: string | null): void {
    subscription.failures = 0;
    subscription.cursor = cursor;
    const followers = [...subscription.followers];
    const fold = followers.find(({ fold }) => fold)?.fold;
    if (fold) subscription.turn({ value: fold(subscription.view.get().value, data) });
    for (const { message } of followers) message?.(data, cursor);
  }

  #end(subscription: Subscription, { code, message, temporary }: MessageOf<'topic_end'>): void {
    if (RIGHTS_GONE.includes(code)) {
      subscription.cursor = null;
      subscription.turn({ value: undefined });
    }
    if (!temporary) return subscription.turn({ state: 'ended', end: { code, message } });
    subscription.turn({ state: 'subscribing' });
    const wait = Math.min(AGAIN_MAX_MS, AGAIN_FIRST_MS * 2 ** subscription.failures);
    subscription.failures += 1;
    subscription.again = after(wait, () => this.#subscribe(subscription));
  }
}

function topicsOf(engine: Engine): Topics {
  if (engine.topics instanceof Topics) return engine.topics;
  const topics = new Topics(engine);
  engine.topics = topics;
  return topics;
}

const NOTHING: Atom<View> = createAtom<View>({ state: 'subscribing', end: null, value: undefined });

/**
 * Follows a topic while the component is mounted. After a reconnect it resumes behind the last cursor. Components that
 * follow the same topic with the same arguments share one subscription; arguments are compared by value.
 */
export function useTopic<Name extends string, T = undefined>(
  topic: Name,
  args: ArgsOf<Name>,
  handlers: TopicHandlers<T, DataOf<Name>> = {},
): TopicView<T> {
  const engine = useEngine();
  const key = `${topic} ${JSON.stringify(args)}`;
  const [subscription, setSubscription] = useState<Subscription | null>(null);
  // the newest handlers, without subscribing again at each render
  const [latest] = useState(() => ({ current: handlers }));
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const topics = topicsOf(engine);
    // the server is ours: what a topic sends has the type of the topic
    const mine: Handlers = {
      fold:
        latest.current.fold &&
        ((before, data) => latest.current.fold?.(before as T | undefined, data as DataOf<Name>)),
      message: (data, cursor) => latest.current.message?.(data as DataOf<Name>, cursor),
    };
    setSubscription(topics.follow(topic, key, mine));
    return () => {
      topics.leave(key, mine);
      setSubscription(null);
    };
  }, [engine, topic, key, latest]);
  // the value is what this topic's own fold made
  return useAtom(subscription?.view ?? NOTHING) as TopicView<T>;
}
