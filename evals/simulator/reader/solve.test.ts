import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFollowUp } from '../language/follow-up.ts';
import { readQuestion } from '../language/read-question.ts';
import { documentRow, worldPages } from '../world/documents.ts';
import { worldQuestions } from '../world/questions.ts';
import { openWorld } from '../world/world.ts';
import { gatherEvidence } from './evidence.ts';
import { type ChatMessage, readPrompt } from './prompt.ts';
import { solve } from './solve.ts';

/** The world's pages as one prompt, public ones and those of the scopes given. */
const everything = (seed: number, size: number, scopes: readonly string[]) => {
  const rows = [...worldPages(openWorld({ seed, size, hard: true }))]
    .map(documentRow)
    .filter((row) => !row.scopes || row.scopes.some((scope) => scopes.includes(scope)));
  const sources = rows.map(
    (row, i) => `[${i + 1}] ${row.title} (${row.updated_at})\n${row.markdown!.replace(/^/gm, '  ')}`,
  );
  const messages: ChatMessage[] = [{ role: 'user', content: `<sources>\n${sources.join('\n\n')}\n</sources>` }];
  return { evidence: gatherEvidence(readPrompt(messages)), ids: rows.map((row) => row.id) };
};

describe('gold', () => {
  it('of every kind is what an independent reading of all pages finds, on the pages it names', () => {
    const size = 300;
    const holds = (seed: number) => {
      const views = new Map<string, ReturnType<typeof everything>>();
      for (const question of worldQuestions({ seed, size, count: 300, hard: true })) {
        const scopes = question.scopes ?? ['everyone'];
        if (!views.has(scopes.join())) views.set(scopes.join(), everything(seed, size, scopes));
        const { evidence, ids } = views.get(scopes.join())!;
        const first = question.history && readQuestion(question.history[0]!.question)!;
        const query = first ? readFollowUp(question.question, first)! : readQuestion(question.question)!;
        const found = solve(query, evidence);
        const label = `${seed} ${question.id}: ${question.question} ${JSON.stringify(found).slice(0, 600)}`;
        if (question.kind === 'false-premise') expect(found.status, label).toBe('invalid');
        else if (!question.answerable) expect(found.status, label).toBe('unknown');
        else {
          expect(found.status, label).toBe('answered');
          if (found.status === 'answered') expect(question.answers, label).toContain(found.answer);
          const gold = question.supporting_ids.map((id) => ids.indexOf(id));
          expect(gold, label).not.toContain(-1);
        }
      }
    };
    fc.assert(fc.property(fc.nat(1_000_000), holds), { numRuns: 3 });
  });

  it('pages alone are enough to answer', () => {
    const holds = (seed: number) => {
      const rows = [...worldPages(openWorld({ seed, size: 400, hard: true }))].map(documentRow);
      for (const question of worldQuestions({ seed, size: 400, count: 200, hard: true })) {
        if (!question.answerable || question.kind === 'false-premise') continue;
        const sources = rows
          .filter(({ id }) => question.supporting_ids.includes(id))
          .map((row, i) => `[${i + 1}] ${row.title}\n${row.markdown!.replace(/^/gm, '  ')}`);
        const content = `<sources>\n${sources.join('\n\n')}\n</sources>`;
        const first = question.history && readQuestion(question.history[0]!.question)!;
        const query = first ? readFollowUp(question.question, first)! : readQuestion(question.question)!;
        const found = solve(query, gatherEvidence(readPrompt([{ role: 'user', content }])));
        const label = `${seed} ${question.id}: ${question.question} ${JSON.stringify(found).slice(0, 600)}`;
        expect(found.status, label).toBe('answered');
        if (found.status === 'answered') expect(question.answers, label).toContain(found.answer);
      }
    };
    fc.assert(fc.property(fc.nat(1_000_000), holds), { numRuns: 3 });
  });

  it('is told apart where two of one name stand in one table', () => {
    const content = `<sources>
[1] Elmford Rovers > Squad (table)
  | Player | Goals |
  | --- | --- |
  | Ines Talgren (architect) | 27 |
  | Ines Talgren (chess player) | 13 |
</sources>`;
    const evidence = gatherEvidence(readPrompt([{ role: 'user', content }]));
    const query = readQuestion('How many goals did the chess player Ines Talgren score for Elmford Rovers?')!;
    expect(solve(query, evidence)).toMatchObject({ status: 'answered', answer: '13' });
  });
});
