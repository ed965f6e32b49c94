import type { CompiledStateGraph } from '@langchain/langgraph';
import type { Reasoning, ReasoningState, ReasoningUpdate } from '../state.ts';

type Channels = (typeof ReasoningState)['spec'];

/** A strategy's compiled graph, typed by what every strategy's state holds; each adds channels of its own. */
export type StrategyGraph = CompiledStateGraph<Reasoning, ReasoningUpdate, string, Channels, Channels>;

/** A way to answer questions: what lists, help, documents and drawings say of it, and how its graph is made. */
export interface Strategy<Name extends string = string, Options extends object = object> {
  /** As `--strategy` and the settings take it. */
  readonly name: Name;
  /** As people call it. */
  readonly title: string;
  /** What it does, in a sentence or two. */
  readonly about: string;
  /** The paper that it implements; absent for Parley's own. */
  readonly paper?: string;
  /** A baseline is there to be measured against. */
  readonly baseline: boolean;
  /** False: it looks nothing up, so that its answers have no sources to cite. */
  readonly cites: boolean;
  /** What `NAME:option=value` can change. */
  readonly defaults: Readonly<Options>;
  /** Makes the graph; LangGraph is loaded only then. Without options the same graph serves every question. */
  create(options?: Partial<Options>): Promise<StrategyGraph>;
}

/** Defines a strategy. `load` gives its compiled graph, whatever channels that adds to the state. */
export const defineStrategy = <const Name extends string, Options extends object = object>({
  load,
  defaults,
  ...about
}: Pick<Strategy<Name>, 'name' | 'title' | 'about' | 'paper'> & {
  baseline?: boolean;
  cites?: boolean;
  defaults?: Options;
  load(options: Partial<Options>): Promise<object>;
}): Strategy<Name, Options> => {
  let plain: Promise<object> | undefined;
  const create = (options?: Partial<Options>) => {
    if (options) return load(options);
    plain ??= load({});
    return plain;
  };
  return {
    baseline: false,
    cites: true,
    ...about,
    defaults: defaults ?? ({} as Options),
    // Graphs differ in the channels that they add; all hold the ones that StrategyGraph names.
    create: async (options) => (await create(options)) as StrategyGraph,
  };
};
