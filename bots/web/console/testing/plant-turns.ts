import type { Verdict } from '../../../../core/answer.ts';
import type { Turn } from '../../../../core/conversation.ts';

const DAY_MS = 86_400_000;
const VERDICTS: readonly Verdict[] = ['answered', 'answered', 'unknown', 'answered', 'likely', 'answered', 'declined'];

/** Stores five weeks of questions before `now`, more on workdays than at weekends. Deterministic; for tests and screenshots. */
export const plantTurns = async (
  conversations: { putTurn(turn: Turn): Promise<unknown> },
  now: number,
): Promise<void> => {
  for (let ago = 1; ago <= 35; ago += 1) {
    const day = new Date(now - ago * DAY_MS);
    const isWorkday = day.getUTCDay() % 6 !== 0;
    const count = isWorkday ? 5 + ((ago * 7) % 9) : ago % 3;
    for (let i = 0; i < count; i += 1) {
      const isHard = (ago + i) % 4 === 0;
      const id = `planted-${ago}-${i}`;
      const askedAt = day.toISOString();
      await conversations.putTurn({
        id,
        conversationId: 'web:planted',
        eventId: id,
        askerId: `person-${i % 5}`,
        question: `A question ${id}?`,
        scopes: ['everyone'],
        status: 'done',
        askedAt,
        answeredAt: askedAt,
        answer: {
          question: id,
          text: '',
          shortAnswer: '',
          verdict: VERDICTS[(ago * 3 + i) % VERDICTS.length] ?? 'answered',
          confidence: 0.8,
          citations: [],
          strategy: isHard ? 'par' : 'vanilla',
          usage: {
            calls: isHard ? 7 : 2,
            inputTokens: (isHard ? 6100 : 1900) + ago * 10,
            outputTokens: isHard ? 900 : 160,
            seconds: (isHard ? 6.5 : 1.4) + ((ago * 13 + i * 7) % 10) / 5,
          },
          mode: 'model',
          trace: [],
        },
      });
    }
  }
};
