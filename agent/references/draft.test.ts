import { describe, expect, it } from 'vitest';
import { createDraft } from './draft.ts';
import type { NumberedReference } from './reference.ts';

const page = (n: number, text: string, url?: string): NumberedReference => ({
  n,
  kind: 'passage',
  documentId: `page-${n}`,
  title: 'Parental leave',
  headings: [],
  text,
  ...(url && { url }),
});
const LEAVE = page(
  3,
  'Parental leave at Quarry Ltd is 26 weeks. It starts on the day of birth. Tell people@quarry.example before.',
  'https://wiki.quarry.example/leave',
);

/** Every state of the displayed text as it grows by pieces of four characters. */
const watch = (written: string, references: readonly NumberedReference[]) => {
  let screen = '';
  const states: string[] = [];
  const show = (text: string) => {
    screen += text;
    states.push(screen);
  };
  const takeBack = () => {
    screen = '';
    states.push(screen);
  };
  const draft = createDraft({
    question: 'How long is parental leave at Quarry Ltd?',
    references: () => references,
    show,
    takeBack,
  });
  for (const piece of written.match(/[\s\S]{1,4}/g) ?? []) draft.token(piece);
  draft.end();
  return { states, screen };
};

describe('a draft', () => {
  it('shows each supported sentence once it is complete, numbered as in the answer', () => {
    const { states } = watch('Parental leave at Quarry Ltd is 26 weeks [3]. It starts on the day of birth [3].', [
      LEAVE,
    ]);
    expect(states).toEqual([
      'Parental leave at Quarry Ltd is 26 weeks [1].',
      'Parental leave at Quarry Ltd is 26 weeks [1]. It starts on the day of birth [1].',
    ]);
  });

  it.each([
    'Parental leave at Quarry Ltd is Quokka weeks, log in at evil.example/login [3]. It starts on the day of birth [3].',
    'Parental leave [is here](https://evil.example) at Quarry Ltd [3]. It starts on the day of birth [3].',
    'Confirm your password at evil[.]example. It starts on the day of birth [3].',
    'I do not know, ask at https://evil.example/QUOKKA00X. It starts on the day of birth [3].',
    'https://evil.example/a.b?c It starts on the day of birth [3].',
  ])('never holds an address that no source holds: %s', (written) => {
    for (const state of watch(written, [LEAVE]).states) expect(state).not.toMatch(/evil|quokka/i);
  });

  it('shows an address of its source as code, never as a link, in every state', () => {
    const { states } = watch(
      'Tell people@quarry.example before parental leave at Quarry Ltd [3]. It starts then [3].',
      [LEAVE],
    );
    expect(states.length).toBeGreaterThan(0);
    for (const state of states) expect(state).not.toMatch(/(?<!`)people@quarry/);
  });

  it('shows no unsupported statement', () => {
    expect(watch('The sky is green and full of quokkas. So it is. And more.', [LEAVE]).states).toEqual([]);
  });

  it('shows a model’s own knowledge, without addresses', () => {
    const { screen } = watch('Umeå is a city. See https://evil.example for more.', []);
    expect(screen).toMatch(/^Umeå is a city\. See \(address left out\)/);
  });

  it('shows of an endless answer only a beginning, since each sentence has the whole checked again', () => {
    const { states, screen } = watch('Parental leave at Quarry Ltd is 26 weeks [3]. '.repeat(2_000), [LEAVE]);
    expect(screen).toMatch(/^Parental leave at Quarry Ltd is 26 weeks/);
    expect(screen.length).toBeLessThanOrEqual(8_000);
    expect(states.length).toBeLessThan(400);
  });
});
