import type { RunnableConfig } from '@langchain/core/runnables';
import type { Checkpoint, CheckpointMetadata, CheckpointTuple } from '@langchain/langgraph';
import { BaseCheckpointSaver } from '@langchain/langgraph';
import type { TraceEvent, Usage } from '../core/answer.ts';
import type { Log } from '../core/log.ts';
import type { Hit } from '../retrieval/retriever.ts';
import type { OrderPlace } from '../tools/quarantine.ts';
import type { NumberedReference } from './references/reference.ts';
import type { StrategyGraph } from './strategies/strategy.ts';

/**
 * What a question carries beside its graph's state. Each checkpoint keeps what came since the one before, so that a long
 * question is not written again and again.
 */
export interface Carried {
  /** A checkpoint of another graph or of another Parley is not gone on from. */
  made: string;
  usage: Usage;
  references: NumberedReference[];
  notices: string[];
  poisoned: string[];
  /** Where such pages hold their orders: what follows them there is not read. */
  orders: OrderPlace[];
  /** Passages of such pages that are read last. */
  withheld: Hit[];
  trace: TraceEvent[];
}

/** How far a question has come, kept outside its process. */
export interface Checkpoints {
  /**
   * The checkpoints of one question.
   * @param made the strategy with its options, and the version of Parley
   */
  of(questionId: string, made: string): Promise<QuestionCheckpoints>;
  /** Removes what is kept of questions that are over: stopped ones, and those that every process gave up. */
  removeOver(isOver: (questionId: string) => Promise<boolean>): Promise<void>;
}

/** The checkpoints of one question. */
export interface QuestionCheckpoints {
  /** What an earlier process carried when it fell silent; undefined for a question that begins. */
  readonly before: Carried | undefined;
  /**
   * The same graph, which keeps its state after every node.
   * @param carried what came since the call before
   * @returns undefined where a channel of the graph is never kept: such a strategy begins anew after a takeover
   */
  keeping(graph: StrategyGraph, carried: () => Carried): StrategyGraph | undefined;
  /** What a run of that graph is called with. */
  readonly config: { configurable: { thread_id: string } };
  /** The question is answered: nothing of it is kept. */
  remove(): Promise<void>;
}

type WithCarried = CheckpointMetadata & { parley?: Carried };

/** Keeps checkpoints by any of LangGraph's savers. */
export const createCheckpoints = (saver: BaseCheckpointSaver, log: Log): Checkpoints => ({
  async removeOver(isOver) {
    const questions = new Set<string>();
    for await (const { config } of saver.list({ configurable: {} }))
      questions.add(String((config.configurable as { thread_id: string }).thread_id));
    for (const id of questions) if (await isOver(id)) await saver.deleteThread(id);
  },
  async of(questionId, made) {
    const config = { configurable: { thread_id: questionId } };
    const before = await carriedBefore(saver, config, made);
    if (!before) await saver.deleteThread(questionId);
    else log.warn({ turnId: questionId }, 'a question goes on from the last node that another process finished');
    return {
      before,
      config,
      keeping(graph, carried) {
        const channels = Object.values(graph.channels as Record<string, { lc_graph_name?: string }>);
        if (channels.some((channel) => channel.lc_graph_name === 'UntrackedValue')) return undefined;
        const kept = graph.withConfig({}) as StrategyGraph;
        kept.checkpointer = new CarryingSaver(saver, carried);
        return kept;
      },
      remove: () => saver.deleteThread(questionId),
    };
  },
});

/** Everything that a question's checkpoints carried, oldest first; undefined where there is none to go on from. */
const carriedBefore = async (
  saver: BaseCheckpointSaver,
  config: RunnableConfig,
  made: string,
): Promise<Carried | undefined> => {
  const found: Carried[] = [];
  for await (const { metadata } of saver.list(config)) {
    const { parley } = (metadata ?? {}) as WithCarried;
    if (parley?.made !== made) return undefined;
    found.unshift(parley);
  }
  const last = found.at(-1);
  return (
    last && {
      made,
      usage: last.usage,
      references: found.flatMap(({ references }) => references),
      notices: found.flatMap(({ notices }) => notices),
      poisoned: found.flatMap(({ poisoned }) => poisoned),
      // A checkpoint from before orders were carried has none.
      orders: found.flatMap(({ orders = [] }) => orders),
      withheld: found.flatMap(({ withheld }) => withheld),
      trace: found.flatMap(({ trace }) => trace),
    }
  );
};

/** A saver that writes what the question carries into the metadata of each checkpoint. */
class CarryingSaver extends BaseCheckpointSaver {
  readonly #inner: BaseCheckpointSaver;
  readonly #carried: () => Carried;

  constructor(inner: BaseCheckpointSaver, carried: () => Carried) {
    super(inner.serde);
    this.#inner = inner;
    this.#carried = carried;
  }
  override getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    return this.#inner.getTuple(config);
  }
  override list(...of: Parameters<BaseCheckpointSaver['list']>) {
    return this.#inner.list(...of);
  }
  override put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    versions: Parameters<BaseCheckpointSaver['put']>[3],
  ) {
    const carrying: WithCarried = { ...metadata, parley: this.#carried() };
    return this.#inner.put(config, checkpoint, carrying, versions);
  }
  /**
   * Keeps nothing of a step before all of its branches are through: the sources that a finished branch numbered would not be
   * on the board of the next process, which gives the same numbers to others. The step runs again as a whole.
   */
  override async putWrites(): Promise<void> {}
  override deleteThread(threadId: string) {
    return this.#inner.deleteThread(threadId);
  }
  override getNextVersion(current: number | undefined) {
    return this.#inner.getNextVersion(current);
  }
}
