import { runStory } from './run-story.ts';
import { shrinkList } from './shrink.ts';
import type { Violation } from './simulation.ts';
import type { Story } from './story.ts';

/** The shortest story in which the same promise is broken: fewer actions, then a simpler world. */
export const shrinkStory = async (story: Story, { invariant }: Violation): Promise<Story> => {
  const breaks = async (shorter: Story): Promise<boolean> =>
    (await runStory(shorter)).violation?.invariant === invariant;
  const shortest = async (from: Story): Promise<Story> => ({
    ...from,
    actions: [...(await shrinkList(from.actions, (actions) => breaks({ ...from, actions: [...actions] })))],
  });
  let best = await shortest(story);
  const simpler: ((from: Story) => Story)[] = [
    ({ daily: _, ...rest }) => rest,
    ({ jobs: _, ...rest }) => rest,
    ({ once: _, ...rest }) => rest,
    ({ skew: _, ...rest }) => rest,
    (from) => ({ ...from, apart: false }),
    (from) => ({ ...from, processes: 1 }),
    (from) => ({ ...from, model: false }),
  ];
  for (const simplify of simpler) {
    const candidate = simplify(best);
    if (JSON.stringify(candidate) !== JSON.stringify(best) && (await breaks(candidate))) best = candidate;
  }
  // A simpler world may need fewer actions still.
  return shortest(best);
};
