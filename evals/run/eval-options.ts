import type { Budget } from '../../core/answer.ts';
import type { Scope } from '../../core/document.ts';
import type { Settings } from '../../core/settings.ts';
import type { Parley } from '../../runtime/parley.ts';
import type { QuestionSet } from '../datasets/read-questions.ts';
import type { Judge } from '../judges/judge.ts';
import type { CostCap, Prices } from './cost-cap.ts';

/** One run: questions by strategies over a corpus. */
export interface EvalOptions {
  questions: QuestionSet;
  /** Inputs of ingest, into a data folder of the run's own; none: the data folder of the settings serves as it stands. */
  corpus: readonly string[];
  /** Empty with `retrievalOnly`. */
  strategies: readonly string[];
  retrievalOnly?: boolean;
  limit?: number;
  seed: number;
  out: string;
  /** The data folder that a corpus goes into; `data` under `out` when not given. */
  index?: string;
  /** Forgets what the folder holds. */
  fresh?: boolean;
  /** Questions under way at once. */
  parallel: number;
  budget?: Partial<Budget>;
  cap?: CostCap;
  prices?: Prices;
  scopes?: readonly Scope[];
  judge?: Judge;
  /** Set when the simulated model answers: what it was told to do. */
  simulator?: Record<string, unknown>;
  settings: Settings;
  /** Puts Parley together; `openParley` but in tests. */
  open(settings: Settings): Promise<Parley>;
  signal?: AbortSignal;
  onProgress?: (line: string) => void;
}
