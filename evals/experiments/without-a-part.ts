import { runTask } from '../../agent/model/run-task.ts';
import { node } from '../../agent/node.ts';
import type { createAuto } from '../../agent/strategies/auto/graph.ts';
import type { createPar } from '../../agent/strategies/par/graph.ts';
import type { PlanReview } from '../../agent/strategies/par/state.ts';
import type { createRok } from '../../agent/strategies/rok/graph.ts';
import type { Rok, RokUpdate } from '../../agent/strategies/rok/state.ts';
import { keyEntities } from './tasks/key-entities.ts';

type AutoReplacements = NonNullable<Parameters<typeof createAuto>[0]>;
type ParReplacements = NonNullable<Parameters<typeof createPar>[1]>;
type RokReplacements = NonNullable<Parameters<typeof createRok>[1]>;

/** PAR-RAG without a plan (section 5.2): the question itself is the only step. */
const withoutPlan: ParReplacements = {
  plan: () =>
    node('plan', ({ standalone }: PlanReview) => ({
      planned: [{ thought: '', question: standalone, action: 'retrieve' as const }],
      stepAtHand: { at: 0, question: standalone, tries: 0 },
    })),
};

/** PAR-RAG without its review (section 5.2): a preliminary answer joins the trajectory as it is. */
const withoutReview: ParReplacements = {
  review: () =>
    node('review', async ({ stepAtHand }: PlanReview) => {
      const { question, answer } = stepAtHand;
      const kept = answer?.verdict === 'answered' ? answer.answer : '';
      return {
        stepAtHand: { ...stepAtHand, verdict: 'pass' as const },
        steps: [{ question, answer: kept }],
        references: [],
        claimed: [],
      };
    }),
};

/** PAR-RAG's ablations as replaced nodes. */
export const parWithout = ({ plan, review }: { plan: boolean; review: boolean }): ParReplacements => ({
  ...(plan ? {} : withoutPlan),
  ...(review ? {} : withoutReview),
});

/** RoK without the extension of the question (section 4.1): the key entities of the question as it stands. */
const withoutExtension: RokReplacements = {
  extend: () =>
    node<Rok, RokUpdate>('extend', async ({ standalone }, context) => ({
      names: (await runTask(context, keyEntities, { question: standalone })).output.entities,
    })),
};

/** RoK without neighbour branches (section 4.2.2): the main paths alone. */
const withoutBranches: RokReplacements = {
  'neighbour-branches': () => node<Rok, RokUpdate>('neighbour-branches', () => ({ branches: [] })),
};

/** RoK's ablations as replaced nodes. */
export const rokWithout = ({ extension, branches }: { extension: boolean; branches: boolean }): RokReplacements => ({
  ...(extension ? {} : withoutExtension),
  ...(branches ? {} : withoutBranches),
});

/** What of `auto` may be left out: the check of doubtful answers. */
export interface AutoParts {
  check: boolean;
}
export const ALL_OF_AUTO: AutoParts = { check: true };

/** `auto`'s ablations as replaced nodes: each then does nothing, and the question goes on from there. */
export const autoWithout = ({ check }: AutoParts): AutoReplacements => ({
  ...(check ? {} : { confirm: () => node('confirm', () => ({ refused: false })) }),
});
