import { describe, expect, it } from 'vitest';
import { worldQuestions } from '../world/questions.ts';
import { isFollowUp, readFollowUp } from './follow-up.ts';
import { readQuestion } from './read-question.ts';
import { writeQuestion } from './write-question.ts';

describe('questions', () => {
  it('are understood in every wording of the world', () => {
    for (const seed of [1, 2, 3])
      for (const { question, kind, history } of worldQuestions({ seed, size: 800, count: 600, hard: true })) {
        const first = history && readQuestion(history[0]!.question);
        const query = history ? first && readFollowUp(question, first) : readQuestion(question);
        expect(query, `${kind}: ${question}`).toBeDefined();
        expect(isFollowUp(question)).toBe(history !== undefined);
      }
  });

  it('are written in words that mean the same', () => {
    for (const { question, history } of worldQuestions({ seed: 4, size: 800, count: 600, hard: true })) {
      if (history) continue;
      const query = readQuestion(question)!;
      for (const variant of [0, 1]) expect(readQuestion(writeQuestion(query, variant)), question).toEqual(query);
    }
  });

  it('may speak of an earlier answer', () => {
    for (const words of ['#2', 'the answer to 2', 'the answer to step 2'])
      expect(readQuestion(`Where was ${words} born?`)).toEqual({
        kind: 'value',
        term: { kind: 'hop', relation: 'born-in', of: { kind: 'step', n: 2 } },
      });
  });

  it('may hold a whole sentence in the place of a name, which stands for what it states', () => {
    for (const said of ['The Quiet Harbor was directed by Mara Velkin.', 'Ines Velkin has a sibling, Mara Velkin'])
      expect(readQuestion(`Who is the spouse of ${said}?`)).toEqual(readQuestion('Who is the spouse of Mara Velkin?'));
  });

  it('about something else are not understood', () => {
    for (const question of ['How many days of leave do I get?', 'Who won?', 'Tell me a joke.', ''])
      expect(readQuestion(question)).toBeUndefined();
  });
});
