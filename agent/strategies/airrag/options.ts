/** The five actions of AirRAG: system analysis, direct answer, retrieval-answer, query transformation, summary-answer. */
export type ActionName = 'say' | 'da' | 'ra' | 'qt' | 'sa';

/** A path from the root to a terminal node, as a scorer receives it. */
export interface Trajectory {
  question: string;
  steps: readonly { action: ActionName; query?: string; answer?: string }[];
  text: string;
  shortAnswer: string;
  verdict: string;
}
/** Scores a trajectory from 0 to 1, for example with a process-supervised reward model. */
export type TrajectoryScorer = (trajectory: Trajectory, signal: AbortSignal) => Promise<number> | number;

/** Options of a search. The defaults are the paper's (section 4.1 and appendix A), except for rollouts and samples. */
export interface SearchOptions {
  actions: readonly ActionName[];
  /** 1 to 32; more are cut to 32. */
  rollouts: number;
  /** Outputs drawn from each action, before duplicates are removed. Actions that are not named draw one. */
  samples: Partial<Record<ActionName, number>>;
  maxDepth: number;
  /** QT steps that one path may contain. */
  maxRounds: number;
  /** Input tokens over all rollouts (L_max). The search ends before a further round could exceed it. */
  maxInputTokens: number;
  /** Weight w of UCT's exploration term. */
  exploration: number;
  /** Passages per retrieval. */
  documents: number;
  choose: 'refine' | 'jaccard' | 'embedding' | 'scorer';
  /** Required for `choose: 'scorer'`. If set, it also gives the reward of each rollout. */
  scorer?: TrajectoryScorer;
}

/** Sampling parameters of RA, SA and DA (appendix A). */
export const SAMPLING = { temperature: 0.7, topP: 0.8, topK: 50 };

export const AIRRAG: SearchOptions = {
  actions: ['say', 'da', 'ra', 'qt', 'sa'],
  // The measured curve bends here (docs/measured/methods.md): three rollouts follow SAY's two outputs and DA's one.
  rollouts: 3,
  samples: { say: 2, qt: 2 },
  maxDepth: 10,
  maxRounds: 4,
  maxInputTokens: 16_000,
  exploration: Math.SQRT2,
  documents: 5,
  choose: 'refine',
};

/** AirRAG-Lite uses only RA, QT and SA. */
export const AIRRAG_LITE: SearchOptions = { ...AIRRAG, actions: ['ra', 'qt', 'sa'] };

/** A single path with one output per action. The blender runs AirRAG and AirRAG-Lite with these options. */
export const ONE_PATH = { rollouts: 1, samples: {} } satisfies Partial<SearchOptions>;
