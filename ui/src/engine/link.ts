import { assign, type EventObject, fromCallback, fromPromise, raise, sendTo, setup } from 'xstate';
import {
  CLOSE,
  type ClientMessage,
  type ServerMessage,
  type SessionInfo,
  SUB_PROTOCOL,
} from '@/generated/api';
import { readServerMessage } from './wire';

/** The first delay is random below this, each later one below twice as much. */
export const BACKOFF_FIRST_MS = 250;
export const BACKOFF_MAX_MS = 10_000;
/** An outage shorter than this is not shown. */
export const DOWN_SHOWN_AFTER_MS = 2_000;
export const BACK_ONLINE_SHOWN_MS = 2_500;
/** A link that held for this long starts again with the shortest wait. */
const STEADY_AFTER_MS = 5_000;
const WELCOME_WITHIN_MS = 15_000;
/** More changes of credentials than this in a row are a fault, and wait like one. */
const AT_ONCE_MAX = 4;

/** The part of WebSocket that the link uses, so that a test can hand in its own. */
export type SocketLike = Pick<WebSocket, 'send' | 'close'> & {
  /** As in WebSocket; absent where it is always open. */
  readonly readyState?: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent<string>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
};
export type SocketFactory = (subProtocol: string) => SocketLike;

export interface LinkInput {
  openSocket: SocketFactory;
  askSession: () => Promise<SessionInfo>;
  /** Builds the hello when it is sent. */
  hello: (build: string) => ClientMessage;
  /** Processes a message. If the stream has a gap, it answers by `resync`. */
  deliver: (message: ServerMessage) => void;
  /** Runs when messages may be sent again. */
  live: () => void;
  /** The hash of the charts that this page was built with. */
  charts: string;
  random: () => number;
  /** Whether the page makes no attempts to connect again, as while it is hidden. */
  isPaused: () => boolean;
}

type LinkEvent =
  | { type: 'opened' }
  | { type: 'message'; message: ServerMessage }
  | { type: 'closed'; code: number }
  | { type: 'send'; message: ClientMessage }
  | { type: 'resync' }
  | { type: 'other_build' }
  | { type: 'hold' }
  | { type: 'release' }
  | { type: 'network_back' }
  | { type: 'resumed' }
  | { type: 'went_down' }
  | { type: 'came_back' };

type Ask = { askSession: () => Promise<SessionInfo> };

type Outgoing = EventObject & { type: 'send'; message: ClientMessage };

const socketLogic = fromCallback<Outgoing, { open: SocketFactory }>(({ sendBack, receive, input }) => {
  const socket = input.open(SUB_PROTOCOL);
  let over = false;
  socket.onopen = () => sendBack({ type: 'opened' });
  socket.onmessage = event => {
    if (over) return;
    const message = readServerMessage(event.data);
    if (message) sendBack({ type: 'message', message });
    else sendBack({ type: 'resync' });
  };
  socket.onclose = event => {
    if (!over) sendBack({ type: 'closed', code: event.code });
  };
  // the page's first socket may have been opened before this script ran
  if (socket.readyState === WebSocket.OPEN) sendBack({ type: 'opened' });
  receive(event => {
    // what is sent while the socket closes is lost with it, and the browser would warn
    if ((socket.readyState ?? WebSocket.OPEN) === WebSocket.OPEN) socket.send(JSON.stringify(event.message));
  });
  return () => {
    over = true;
    socket.close();
  };
});

/**
 * The link to the server. Two regions: `wire` is the state of the connection, `notice` is what the user sees of it,
 * which is nothing for the first two seconds.
 */
export const linkMachine = setup({
  // XState takes its types from these casts
  types: {
    context: {} as LinkInput & { attempts: number; build: string | null; code: number },
    events: {} as LinkEvent,
    input: {} as LinkInput,
  },
  actors: {
    ask: fromPromise<SessionInfo, Ask>(({ input }) => input.askSession()),
    socket: socketLogic,
  },
  delays: {
    // full jitter: after an outage the tabs come back spread out
    backoff: ({ context }) =>
      context.random() * Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** Math.min(context.attempts - 1, 10)),
  },
  actions: {
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    forgetAttempts: assign({ attempts: 0 }),
    greet: sendTo('socket', ({ context }) => ({ type: 'send', message: context.hello(context.build ?? '') })),
    wentDown: raise({ type: 'went_down' }),
    cameBack: raise({ type: 'came_back' }),
  },
  guards: {
    mayAsk: ({ context }) => !context.isPaused(),
    tooManyAtOnce: ({ context }) => context.attempts > AT_ONCE_MAX,
  },
}).createMachine({
  id: 'link',
  type: 'parallel',
  context: ({ input }) => ({ ...input, attempts: 0, build: null, code: 0 }),
  states: {
    wire: {
      initial: 'asking',
      on: { other_build: '.reload_needed', hold: '.held' },
      states: {
        asking: {
          entry: ['countAttempt', 'wentDown'],
          invoke: {
            src: 'ask',
            input: ({ context }) => ({ askSession: context.askSession }),
            onDone: [
              {
                // the page and the server must be of one build; the first answer names the build of the page
                guard: ({ context, event }) =>
                  event.output.charts !== context.charts ||
                  (context.build !== null && event.output.build !== context.build),
                target: 'reload_needed',
              },
              {
                target: 'online',
                actions: assign({ build: ({ event }) => event.output.build }),
              },
            ],
            onError: 'waiting',
          },
        },
        online: {
          invoke: { id: 'socket', src: 'socket', input: ({ context }) => ({ open: context.openSocket }) },
          initial: 'connecting',
          on: {
            closed: [
              { guard: ({ event }) => event.code === CLOSE.otherBuild, target: 'reload_needed' },
              {
                guard: ({ event }) => event.code >= 4500 && event.code < 5000,
                target: 'fault',
                actions: assign({ code: ({ event }) => event.code }),
              },
              {
                guard: ({ event, context }) =>
                  event.code === CLOSE.credentialsChanged && context.attempts <= AT_ONCE_MAX,
                target: 'asking',
              },
              { target: 'waiting' },
            ],
            resync: [{ guard: 'tooManyAtOnce', target: 'waiting' }, { target: 'asking' }],
          },
          states: {
            connecting: {
              on: { opened: 'hello' },
              after: { [WELCOME_WITHIN_MS]: '#link.wire.waiting' },
            },
            hello: {
              entry: 'greet',
              on: {
                message: [
                  {
                    guard: ({ event }) => event.message.type === 'welcome' && event.message.resumed,
                    target: 'live',
                    actions: ({ context, event }) => context.deliver(event.message),
                  },
                  {
                    guard: ({ event }) =>
                      event.message.type === 'snapshot' && event.message.part >= event.message.parts,
                    target: 'live',
                    actions: ({ context, event }) => context.deliver(event.message),
                  },
                  { actions: ({ context, event }) => context.deliver(event.message) },
                ],
              },
              after: { [WELCOME_WITHIN_MS]: '#link.wire.waiting' },
            },
            live: {
              entry: ['cameBack', ({ context }) => context.live()],
              on: {
                message: { actions: ({ context, event }) => context.deliver(event.message) },
                send: { actions: sendTo('socket', ({ event }) => event) },
              },
              after: { [STEADY_AFTER_MS]: { actions: 'forgetAttempts' } },
            },
          },
        },
        waiting: {
          entry: 'wentDown',
          on: { network_back: 'asking', resumed: 'asking' },
          // a hidden page waits until it is shown
          after: { backoff: { guard: 'mayAsk', target: 'asking' } },
        },
        // the page is kept as it is: nothing of another session may reach it
        held: { on: { release: 'asking' } },
        fault: { entry: 'wentDown' },
        reload_needed: { entry: 'wentDown' },
      },
    },
    notice: {
      initial: 'connecting',
      states: {
        // there is no 'back' before the first connection
        connecting: { on: { came_back: 'quiet' }, after: { [DOWN_SHOWN_AFTER_MS]: 'slow_start' } },
        slow_start: { on: { came_back: 'quiet' } },
        quiet: { on: { went_down: 'unsure' } },
        unsure: { on: { came_back: 'quiet' }, after: { [DOWN_SHOWN_AFTER_MS]: 'down' } },
        down: { on: { came_back: 'back' } },
        back: { on: { went_down: 'unsure' }, after: { [BACK_ONLINE_SHOWN_MS]: 'quiet' } },
      },
    },
  },
});
