import { expect, it } from 'vitest';
import type { Passage } from '../../../core/document.ts';
import { sentenceCandidates, shownText } from '../candidates/candidate.ts';
import { sentencesOf } from './passage-sentences.ts';

const passage = (text: string): Passage => ({
  id: `p#${text.length}`,
  documentId: 'p',
  ordinal: 0,
  kind: 'text',
  title: 'Commands',
  headings: [],
  text,
  start: 0,
  end: text.length,
  links: [],
  scopes: ['everyone'],
});

it('shows a whole block of code after the sentence that introduces it', () => {
  const text = 'To leave the shell, type:\n\n```\nquit --force\nbye\n```\n\nIt asks nothing.';
  const candidates = sentenceCandidates(sentencesOf(passage(text)), 0);
  expect(candidates.map(({ plain }) => plain)).toEqual([
    'To leave the shell, type:',
    'quit --force\nbye',
    'It asks nothing.',
  ]);
  const [first] = candidates;
  expect(first && shownText(first)).toBe(
    '**To leave the shell, type:**\n```\nquit --force\nbye\n```\nIt asks nothing.',
  );
});

it('does not answer with a caption, and removes unpaired stars', () => {
  const text = '**Table 3.1.** `column_usage` **Columns**\n\n*In force since April. It replaces the rules of 2022.*';
  expect(sentenceCandidates(sentencesOf(passage(text)), 0).map(({ plain }) => plain)).toEqual([
    'In force since April.',
    'It replaces the rules of 2022.',
  ]);
});

it.each([
  'For more information on the ferries read [Section 1.2](#two).',
  'Weitere Informationen zu den Fähren finden Sie in Kapitel 2.',
])('takes no sentence for an answer that only names where to read: %s', (text) => {
  expect(sentencesOf(passage(text)).sentences.map(({ unfit }) => unfit)).toEqual(['links']);
});

it("quotes the prose around a table's rows, and neither the table's name nor its rows", () => {
  const plains = (text: string) => sentencesOf({ ...passage(text), kind: 'table' }).sentences.map(({ plain }) => plain);
  expect(
    plains(
      'Reference: Lids\n\nA lid is flat or round.\n\n| Box | Lid |\n| --- | --- |\n| red | flat |\n\nAsk at the gate.',
    ),
  ).toEqual(['A lid is flat or round.', 'Ask at the gate.']);
  expect(plains('Reference: Lids\n\n- Box: red; Lid: flat\n- Box: blue; Lid: round')).toEqual([]);
});
