import { expect, it } from 'vitest';
import { readTeamAnswer, teamAnswerPage } from './team-answers.ts';

const page = {
  question: 'Where do I\npark my bike?',
  wordings: ['bike parking', 'Where do I park my bike?', 'Is there a rack, e.g. in the yard?', ' '],
  answer: 'In the yard.\n\n- Ask for a key.\n- Lock it.\n',
  by: 'Rita O’Neill',
  at: '2026-03-02T08:00:00.000Z',
};

it('reads back every wording, the unchanged answer and its author', () => {
  const text = teamAnswerPage(page);
  const read = readTeamAnswer(text);
  expect(read?.questions).toEqual(['Where do I park my bike?', 'bike parking?', 'Is there a rack, e.g. in the yard?']);
  expect(text.slice(read?.start, read?.end)).toBe(page.answer.trim());
  expect(read?.signed).toBe('Answered by Rita O’Neill on 2 March 2026.');
});

it('reads pages with the wordings last, and the first part of a long page', () => {
  const older = '# Is tea free?\n\nYes.\n\nAnswered by Rita on 2 March 2026.\n\nAlso asked as: free tea?';
  expect(readTeamAnswer(older)).toEqual({
    questions: ['Is tea free?', 'free tea?'],
    start: 16,
    end: 20,
    signed: 'Answered by Rita on 2 March 2026.',
  });
  expect(readTeamAnswer('# Is tea free?\n\nYes, and')?.signed).toBeUndefined();
});

it.each(['No heading at all.', '# A heading alone', ''])('rejects any other text: %j', (text) => {
  expect(readTeamAnswer(text)).toBeUndefined();
});
