import type { Turn } from '../../../core/conversation.ts';
import type { Simulation } from '../simulation.ts';

const LIMIT = 'TOO_MANY_QUESTIONS';

/** Nobody is answered more often on a day than they may ask, and nobody is refused who asked less often. */
export const checkAllowances = async (simulation: Simulation): Promise<void> => {
  const { daily } = simulation.story;
  if (daily === undefined) return;
  const byPerson = new Map<string, Turn[]>();
  for await (const turn of simulation.stored.records.conversations.allTurns())
    byPerson.set(turn.askerId, [...(byPerson.get(turn.askerId) ?? []), turn]);
  for (const [personId, turns] of byPerson) {
    if (simulation.erasures.some((erasure) => erasure.personId === personId)) continue;
    const days = Map.groupBy(turns, ({ askedAt }) => askedAt.slice(0, 10));
    for (const [day, asked] of days) {
      const answered = asked.filter(({ status }) => status === 'done').length;
      const refused = asked.filter(({ error }) => error?.code === LIMIT).length;
      if (answered > daily)
        simulation.violated('allowance', `${personId} was answered ${answered} times on ${day}, and may ask ${daily}`);
      if (refused > 0 && asked.length <= daily)
        simulation.violated(
          'allowance',
          `${personId} was refused after ${asked.length} of ${daily} questions on ${day}`,
        );
    }
  }
};
