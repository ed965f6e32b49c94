import type { Stores } from '../../stores/index.ts';

/** A question that nobody's pages answered. */
export interface OpenQuestion {
  question: string;
  at: string;
}

const KIND = 'open-question';

/** Notes a question that was answered with "I don't know", by workspace, for the people who keep the pages. */
export const noteOpenQuestion = (
  { fronts }: Pick<Stores, 'fronts'>,
  {
    workspace,
    turnId,
    question,
    askerId,
    at,
  }: { workspace: string; turnId: string; question: string; askerId: string; at: string },
): Promise<void> =>
  fronts.put(KIND, `${workspace}/${at}/${turnId}`, { question, at } satisfies OpenQuestion, { personId: askerId });

/** The open questions of a workspace since a moment (ISO 8601), newest first. */
export const openQuestions = async (
  { fronts }: Pick<Stores, 'fronts'>,
  { workspace, since, limit = 20 }: { workspace: string; since: string; limit?: number },
): Promise<OpenQuestion[]> => {
  const found: OpenQuestion[] = [];
  let after = `${workspace}/${since}`;
  for (;;) {
    const page = await fronts.list<OpenQuestion>(KIND, { prefix: `${workspace}/`, after, limit: 200 });
    found.push(...page.map(({ value }) => value));
    if (page.length < 200) return found.reverse().slice(0, limit);
    after = page.at(-1)?.key ?? '';
  }
};
