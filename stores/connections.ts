import type { Patiently } from './postgres/patiently.ts';

/** How many connections to its server a process has. */
export interface ConnectionState {
  open: number;
  /** The most that it may have. */
  most: number;
  /** Whether it wanted one more, and the server or a pooler before it gave none. */
  isRefusedMore: boolean;
}

/** The driver's client as far as others than the stores use it. Its own types are no part of the package's. */
export interface SharedClient {
  /** @param statement the driver's `QueryConfig` @returns its `QueryResult` */
  query(statement: object): Promise<unknown>;
}

/** The connections of a process to Postgres, which the stores share with pg-boss and LangGraph's saver. */
export interface SharedConnections {
  /** Host and database, for errors. */
  readonly server: string;
  readonly patiently: Patiently;
  /** Runs `work` on a connection that is its own meanwhile. @throws STORE_UNAVAILABLE */
  use<T>(work: (client: SharedClient) => Promise<T>): Promise<T>;
  /** A connection until it is released; broken closes it, because its state is unknown. @throws STORE_UNAVAILABLE */
  acquire(): Promise<{ client: SharedClient; release(broken?: Error): void }>;
  state(): ConnectionState;
}
