import { describe, expect, it } from 'vitest';
import { checkAnswer } from './check-answer.ts';
import type { NumberedReference } from './reference.ts';

const backups: NumberedReference = {
  n: 1,
  kind: 'passage',
  documentId: 'backups.md',
  passageId: 'backups.md#0',
  title: 'Backups',
  headings: [],
  text: 'Anna starts the backup by hand each night:\n\n```sh\nkeep --all /srv/team\nkeep --check\n```\n\nOne disk is enough: `keep --all /srv`.',
};
const disks: NumberedReference = {
  ...backups,
  documentId: 'disks.md',
  passageId: 'disks.md#0',
  title: 'Disks',
  text: '| Disk | Size |\n| --- | --- |\n| Fjord | 8 TB |\n| Skerry | 4 TB |',
};
const shown = (text: string, reference: NumberedReference, question: string, quote: string) =>
  checkAnswer(
    { reasoning: '', verdict: 'answered', text, shortAnswer: '', citations: [{ n: 1, quote }] },
    [reference],
    question,
  ).text;

describe('a block of code', () => {
  const answer = (block: string) =>
    shown(
      `Anna starts the backup by hand each night [1].\n\n${block}`,
      backups,
      'How is the backup started?',
      'Anna starts the backup by hand each night',
    );

  it('is shown whole where its source holds each line, with its mark below the fence', () => {
    const block = '```sh\nkeep --all /srv/team\n  keep --check\n```';
    expect(answer(block)).toBe(`Anna starts the backup by hand each night [1].\n\n${block}\n[1]`);
    expect(answer('```\nkeep --all /srv\n```\n[1]')).toContain('```\nkeep --all /srv\n```\n[1]');
  });

  it('keeps what looks like a mark of a citation in it', () => {
    const indexed = { ...backups, text: `${backups.text}\n\n    disks[1] = disks[2]` };
    const block = '```\ndisks[1] = disks[2]\n```';
    const text = `Anna starts the backup by hand each night [1].\n\n${block}`;
    expect(shown(text, indexed, 'How is the backup started?', 'Anna starts the backup by hand each night')).toContain(
      block,
    );
  });

  it.each([
    ['another program', '```sh\nrm -rf /srv\n```'],
    ['one line more', '```sh\nkeep --all /srv/team\nkeep --delete-old\nkeep --check\n```'],
    ['a line cut short', '```sh\nkeep --all /\n```'],
    ['a source of another one, in its name', '```sh\nrm -rf /srv\n```\n[1]'],
    ['the beginning of one, while it is written', '```sh\nkeep --al'],
  ])('goes whole, fence included, where it does not: %s', (_, block) =>
    expect(answer(block)).toBe('Anna starts the backup by hand each night [1].'),
  );
});

describe('a table', () => {
  const answer = (rows: string) =>
    shown(`| Disk | Size |\n|---|---|\n${rows}`, disks, 'How large are the disks Fjord and Skerry?', 'Fjord | 8 TB');

  it('is one that Markdown shows as a table, with marks in the last cells', () => {
    expect(answer('| Fjord | 8 TB [1] |\n| Skerry | 4 TB [1] |')).toBe(
      '| Disk | Size |\n| --- | --- |\n| Fjord | 8 TB [1] |\n| Skerry | 4 TB [1] |',
    );
  });

  it('goes with its last row, and leaves no rule or mark behind', () => {
    const table = '| Harbour | Depth |\n|---|---|\n| Elmford | 9 m |';
    const text = `Fjord holds 8 TB [1].\n\n---\n\n${table}\n\n> Sailors sing.`;
    expect(shown(text, disks, 'How large is Fjord?', 'Fjord | 8 TB')).toBe('Fjord holds 8 TB [1].');
  });

  it('has an empty head where only its head has no source', () => {
    const text = 'Fjord holds 8 TB [1].\n\n| Boulder | Zebra |\n|:--|--:|\n| Fjord | 8 TB [1] |';
    expect(shown(text, disks, 'How large is Fjord?', 'Fjord | 8 TB')).toBe(
      'Fjord holds 8 TB [1].\n\n| | |\n| --- | --- |\n| Fjord | 8 TB [1] |',
    );
  });
});
