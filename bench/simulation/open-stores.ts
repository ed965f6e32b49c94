import { createChanges } from '../../stores/apply.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { ConversationStore } from '../../stores/index.ts';
import { rebuildOf, type Stores } from '../../stores/stores.ts';
import type { Transactions } from '../../stores/transactions.ts';
import type { Wire } from './wire.ts';

/** Where the stores of a story are. */
export interface StoreFiles {
  /** Documents, words, conversations, what the platforms keep; in `one` file the vectors and facts too. */
  records: string;
  /** Vectors and facts, as on servers of their own; undefined: in the records' file. */
  apart?: string;
}

export interface ProcessStores {
  stores: Stores;
  /** Completes the changes that a crash cut short, as whoever opens the stores next does. */
  resumePending(): Promise<void>;
  /** What a server does when a connection ends: locks are let go, and what is still on its way is refused. */
  cut(): void;
}

/**
 * A process's own connections to the stores: the real stores, put together as `stores/open.ts` does, with a line in between
 * on which calls take time, fail and meet their caller's death.
 * @param watched sees what the store itself carries out, at the other end of the line
 */
export const openProcessStores = (
  files: StoreFiles,
  wire: Wire,
  watched = (store: ConversationStore): ConversationStore => store,
): ProcessStores => {
  const file = openEmbedded(files.records);
  const servers = files.apart === undefined ? undefined : openEmbedded(files.apart);
  const onWire = <Store extends object>(name: string, store: Store) => overWire(name, store, wire);
  const vectors = onWire('vectors', (servers ?? file).vectors);
  const graph = onWire('graph', (servers ?? file).graph);
  const transactions = file.records({ vectors: !servers, graph: !servers });
  const changes = createChanges(
    { ...onWire<Transactions>('records', transactions), withLock: transactions.withLock },
    servers ? { vectors, graph } : {},
    { vectors, graph },
  );
  const passageIndex = file.passageIndex && onWire('passageIndex', file.passageIndex);
  const stores: Stores = {
    documents: onWire('documents', file.documents),
    lexical: onWire('lexical', file.lexical),
    passageIndex,
    vectors,
    graph,
    conversations: onWire('conversations', watched(file.conversations)),
    keyValues: onWire('keyValues', file.keyValues),
    cases: onWire('cases', file.cases),
    jobs: onWire('jobs', file.jobs),
    relay: onWire('relay', file.relay),
    places: file.places,
    apply: changes.apply,
    rebuild: rebuildOf({ passageIndex, vectors, graph }),
    close: async () => cut(),
  };
  let open = true;
  const cut = () => {
    if (!open) return;
    open = false;
    changes.close();
    void file.close();
    void servers?.close();
  };
  return { stores, resumePending: changes.resumePending, cut };
};

/** The store's calls over the wire. Streams read page by page and are left as they are. */
const overWire = <Store extends object>(name: string, store: Store, wire: Wire): Store =>
  new Proxy(store, {
    get(target, key, receiver) {
      const value = Reflect.get(target, key, receiver) as unknown;
      if (typeof value !== 'function' || STREAMS.has(String(key))) return value;
      return (...values: unknown[]) => {
        const sent = SILENT.has(name) ? values : asSent(values);
        return wire.call(
          'store',
          `${name}.${String(key)}`,
          () => (value as (...all: unknown[]) => unknown).apply(target, sent),
          { said: SILENT.has(name) ? undefined : shortened(sent) },
        );
      };
    },
  });

const STREAMS = new Set([
  'all',
  'allConversations',
  'allFeedback',
  'allSpent',
  'allTurns',
  'allTriples',
  'doneEvents',
  'entries',
  'stamps',
  'withLock',
]);
/** What they are called with is long, or holds binary numbers, and tells a reader nothing. */
const SILENT = new Set(['vectors', 'graph', 'lexical', 'passageIndex', 'records']);

/** A server gets what a record was when it was sent, whatever its sender changes in it before it arrives. */
const asSent = (values: readonly unknown[]): unknown[] =>
  values.map((value) => (typeof value === 'object' && isData(value) ? structuredClone(value) : value));

const isData = (value: object | null): boolean => {
  if (value === null || Array.isArray(value)) return true;
  const prototype = Object.getPrototypeOf(value) as unknown;
  return (
    prototype === Object.prototype &&
    !Object.values(value).some((one) => typeof one === 'function' || one instanceof AbortSignal)
  );
};

const shortened = (values: readonly unknown[]): string => {
  const text = JSON.stringify(values);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
};
