import { expect, it } from 'vitest';
import type { Passage } from '../../../core/document.ts';
import { wholePassage } from '../../../stores/testing/whole-passage.ts';
import { sentenceCandidates, shownText } from '../candidates/candidate.ts';
import { sentencesOf } from './passage-sentences.ts';

const passage = (text: string): Passage => ({
  ...wholePassage({ id: 'p', title: 'Commands', text, scopes: ['everyone'] }),
  id: `p#${text.length}`,
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
  'Figure 2: The harbour master opens the new lock.',
  'Photo: Lena Frost, harbour festival 2019',
  '*Picture credits: Harbour archive.*',
  'Foto © Jan Berg',
  '![The crane at night](crane.jpg)',
  'Abb. 3 – Der Kran',
])('takes no sentence for an answer that only goes with a picture: %s', (text) => {
  expect(sentenceCandidates(sentencesOf(passage(text)), 0)).toEqual([]);
});

it.each(['Photos: send them to Lena Frost.', '- Photos: Lena Frost', 'Table 2 is booked until noon.'])(
  'takes what speaks of pictures and tables for a sentence: %s',
  (text) => {
    expect(sentenceCandidates(sentencesOf(passage(text)), 0)).toHaveLength(1);
  },
);

it('shows the dated heading of what it quotes, and that of a version above further headings', () => {
  const text =
    '## 4 November 2024\n\nThe yard is smoke-free.\n\n## [1.1.0] - 2025-11-12\n\n### Added\n\n- Berth map.\n\n## Rules\n\nBe kind.';
  const candidates = sentenceCandidates(sentencesOf(passage(text)), 0);
  expect(candidates.map(shownText)).toEqual([
    '4 November 2024: The yard is smoke-free.',
    '[1.1.0] - 2025-11-12: Berth map.',
    'Be kind.',
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
