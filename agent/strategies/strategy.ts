import type { CompiledStateGraph } from '@langchain/langgraph';
import type { Reasoning, ReasoningState, ReasoningUpdate } from '../state.ts';

type Channels = (typeof ReasoningState)['spec'];

/** A strategy's compiled graph, typed by the channels that all strategies share. */
export type StrategyGraph = CompiledStateGraph<Reasoning, ReasoningUpdate, string, Channels, Channels>;

/**
 * A way to answer questions: its texts for lists, help, documents and drawings, and a function that creates its graph.
 */
export interface Strategy<Name extends string = string, Options extends object = object> {
  /** The value of `--strategy` and of the setting. */
  readonly name: Name;
  /** Display name. */
  readonly title: string;
  /** One or two sentences for lists and documents. */
  readonly about: string;
  /** The paper that it implements; absent for Parley's own strategies. */
  readonly paper?: string;
  /** True if the strategy exists only for comparison. */
  readonly baseline: boolean;
  /** False if the strategy looks nothing up and so has no sources to cite. */
  readonly cites: boolean;
  /** Defaults of the options that `NAME:option=value` can change. */
  readonly defaults: Readonly<Options>;
  /** Creates the graph and loads LangGraph at the first call. Calls without options share one graph. */
  create(options?: Partial<Options>): Promise<StrategyGraph>;
}

/** Defines a strategy. `load` returns its compiled graph, which may have further channels in its state. */
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
    // Graphs add different channels; all have those of StrategyGraph.
    create: async (options) => (await create(options)) as StrategyGraph,
  };
};
