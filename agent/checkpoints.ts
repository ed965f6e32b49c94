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
 * A question's data besides its graph's state. Each checkpoint stores only what was added since the previous one, so
 * that checkpoints of a long question stay small.
 */
export interface QuestionProgress {
  /** The strategy with its options and Parley's version. A checkpoint with another value is not resumed. */
  made: string;
  usage: Usage;
  references: NumberedReference[];
  notices: string[];
  poisoned: string[];
  /** Places of injected instructions in such pages; the text after them is not read. */
  orders: OrderPlace[];
  /** Passages of such pages, read only if nothing else answers. */
  withheld: Hit[];
  trace: TraceEvent[];
}

/** Checkpoints of questions, stored outside the process. */
export interface Checkpoints {
  /**
   * Opens the checkpoints of one question.
   * @param made the strategy with its options, and Parley's version
   */
  of(questionId: string, made: string): Promise<QuestionCheckpoints>;
  /** Removes the checkpoints of questions that were stopped or that every process gave up. */
  removeFinished(isOver: (questionId: string) => Promise<boolean>): Promise<void>;
}

/** The checkpoints of one question. */
export interface QuestionCheckpoints {
  /** The progress of an earlier process; undefined for a new question. */
  readonly before: QuestionProgress | undefined;
  /**
   * The graph with a checkpointer that stores its state after every node.
   * @param carried returns what was added since its last call
   * @returns undefined if the graph has an untracked channel; such a strategy restarts after a takeover
   */
  withCheckpointer(graph: StrategyGraph, carried: () => QuestionProgress): StrategyGraph | undefined;
  /** The config for runs of that graph. */
  readonly config: { configurable: { thread_id: string } };
  /** Removes the checkpoints of an answered question. */
  remove(): Promise<void>;
}

type ProgressMetadata = CheckpointMetadata & { parley?: QuestionProgress };

/** Stores checkpoints with any of LangGraph's savers. */
export const createCheckpoints = (saver: BaseCheckpointSaver, log: Log): Checkpoints => ({
  async removeFinished(isOver) {
    const questions = new Set<string>();
    for await (const { config } of saver.list({ configurable: {} }))
      questions.add(String((config.configurable as { thread_id: string }).thread_id));
    for (const id of questions) if (await isOver(id)) await saver.deleteThread(id);
  },
  async of(questionId, made) {
    const config = { configurable: { thread_id: questionId } };
    const before = await readProgress(saver, config, made);
    if (!before) await saver.deleteThread(questionId);
    else log.warn({ turnId: questionId }, 'a question goes on from the last node that another process finished');
    return {
      before,
      config,
      withCheckpointer(graph, carried) {
        const channels = Object.values(graph.channels as Record<string, { lc_graph_name?: string }>);
        if (channels.some((channel) => channel.lc_graph_name === 'UntrackedValue')) return undefined;
        const kept = graph.withConfig({}) as StrategyGraph;
        kept.checkpointer = new ProgressSaver(saver, carried);
        return kept;
      },
      remove: () => saver.deleteThread(questionId),
    };
  },
});

/**
 * Joins the progress in a question's checkpoints, oldest first. Undefined if there is none or it belongs to another
 * strategy or version.
 */
const readProgress = async (
  saver: BaseCheckpointSaver,
  config: RunnableConfig,
  made: string,
): Promise<QuestionProgress | undefined> => {
  const found: QuestionProgress[] = [];
  for await (const { metadata } of saver.list(config)) {
    const { parley } = (metadata ?? {}) as ProgressMetadata;
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
      // Checkpoints of older versions have no `orders`.
      orders: found.flatMap(({ orders = [] }) => orders),
      withheld: found.flatMap(({ withheld }) => withheld),
      trace: found.flatMap(({ trace }) => trace),
    }
  );
};

/** A saver that adds the question's progress to the metadata of each checkpoint. */
class ProgressSaver extends BaseCheckpointSaver {
  readonly #inner: BaseCheckpointSaver;
  readonly #carried: () => QuestionProgress;

  constructor(inner: BaseCheckpointSaver, carried: () => QuestionProgress) {
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
    const carrying: ProgressMetadata = { ...metadata, parley: this.#carried() };
    return this.#inner.put(config, checkpoint, carrying, versions);
  }
  /**
   * Stores no pending writes, so that an interrupted step runs again as a whole. The source numbers of a finished
   * branch would otherwise clash with those that the next process assigns.
   */
  override async putWrites(): Promise<void> {}
  override deleteThread(threadId: string) {
    return this.#inner.deleteThread(threadId);
  }
  override getNextVersion(current: number | undefined) {
    return this.#inner.getNextVersion(current);
  }
}
