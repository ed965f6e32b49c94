import { QUESTION } from '../../../runtime/jobs/kinds.ts';
import { conversationBegan, questionsNamed } from '../questions.ts';
import type { Simulation } from '../simulation.ts';
import { leaksIn, readersOf } from '../watch.ts';

/** Everything that an answer cites was there, in those words, while it was asked; nothing kept of it leaks. */
export const checkCitations = async (simulation: Simulation): Promise<void> => {
  for await (const turn of simulation.stored.records.conversations.allTurns()) {
    const question = simulation.questions.get(questionsNamed(turn.question).at(-1) ?? '');
    if (!question) {
      simulation.violated('turns', `a turn of no question: ${turn.question}`);
      continue;
    }
    const since = conversationBegan(simulation.questions.values(), question);
    const leaks = leaksIn(simulation, JSON.stringify(turn), readersOf(question), since);
    if (leaks.length > 0) simulation.violated('turn-leak', `the turn of ${question.name} holds ${leaks.join(', ')}`);
    const { jobs } = simulation.stored.records;
    // A question that killed its workers until its attempts were used up is expected to fail.
    if (turn.error?.code === 'INTERNAL' && (await jobs.find(QUESTION.name, [turn.id])).get(turn.id)?.state !== 'dead')
      simulation.violated('internal', `${question.name} failed for a reason that Parley did not expect`);
    for (const { documentId, quote } of turn.answer?.citations ?? []) {
      // What was written in the thread before, or came with the question, is no page.
      if (documentId.startsWith('attachment:')) continue;
      const plain = quote.replace(/\s+/g, ' ').replace(/[.…]+$/, '');
      const held = simulation.pages.since(documentId, since).some(({ text }) => text?.includes(plain));
      if (!held)
        simulation.violated('citation', `${question.name} cites ${documentId} for what it never said: ${quote}`);
    }
  }
};
