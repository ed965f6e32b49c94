/** The five actions of AirRAG: system analysis, direct answer, retrieval-answer, query transformation, summary-answer. */
export type ActionName = 'say' | 'da' | 'ra' | 'qt' | 'sa';

/** A root-to-terminal trajectory, as a scorer sees it. */
export interface Trajectory {
  question: string;
  steps: readonly { action: ActionName; query?: string; answer?: string }[];
  text: string;
  shortAnswer: string;
  verdict: string;
}
/** A pluggable judge of trajectories, such as a process-supervised reward model: 0 to 1. */
export type TrajectoryScorer = (trajectory: Trajectory, signal: AbortSignal) => Promise<number> | number;

/** How a search is run; defaults are the paper's (section 4.1 and appendix A) but for rollouts and samples. */
export interface SearchOptions {
  actions: readonly ActionName[];
  /** 1 to 32. */
  rollouts: number;
  /** Outputs of an action that are drawn and deduplicated; 1 for the actions not named. */
  samples: Partial<Record<ActionName, number>>;
  maxDepth: number;
  /** RA/QT rounds of one path. */
  maxRounds: number;
  /** Input tokens over all rollouts (L_max); the search ends before it would pass them. */
  maxInputTokens: number;
  /** UCT's weight of exploration. */
  exploration: number;
  /** Documents of one retrieval. */
  documents: number;
  choose: 'refine' | 'jaccard' | 'embedding' | 'scorer';
  /** Judges trajectories for `choose: 'scorer'`, and is then the rollout's reward as well. */
  scorer?: TrajectoryScorer;
}

/** How the actions other than SAY and QT are drawn (appendix A). */
export const SAMPLING = { temperature: 0.7, topP: 0.8, topK: 50 };

export const AIRRAG: SearchOptions = {
  actions: ['say', 'da', 'ra', 'qt', 'sa'],
  // The knee of the measured curve (docs/measured/methods.md): two outputs of SAY and DA's are what three rollouts follow.
  rollouts: 3,
  samples: { say: 2, qt: 2 },
  maxDepth: 10,
  maxRounds: 4,
  maxInputTokens: 16_000,
  exploration: Math.SQRT2,
  documents: 5,
  choose: 'refine',
};

/** AirRAG-Lite: {RA, QT, SA}. */
export const AIRRAG_LITE: SearchOptions = { ...AIRRAG, actions: ['ra', 'qt', 'sa'] };

/** One path of a search, with one output of each action: what the blender takes of AirRAG and of Lite. */
export const ONE_PATH = { rollouts: 1, samples: {} } satisfies Partial<SearchOptions>;
