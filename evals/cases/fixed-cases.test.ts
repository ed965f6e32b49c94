import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { feedbackCaseId } from './feedback-case.ts';
import { fixedTurns } from './fixed-cases.ts';

it('finds the turns with a thumb down whose case a run answered rightly', async () => {
  const { conversations, close } = openEmbedded(':memory:');
  const at = '2026-01-01T00:00:00.000Z';
  for (const id of ['right', 'wrong', 'liked']) {
    await conversations.putTurn({
      id,
      conversationId: 'c',
      eventId: `slack:T1/C1/${id}`,
      askerId: 'ann',
      question: id,
      scopes: [],
      status: 'done',
      askedAt: at,
    });
    await conversations.putFeedback({ turnId: id, askerId: 'ann', rating: id === 'liked' ? 'up' : 'down', at });
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-fixed-'));
  const row = (id: string, accuracy: number) =>
    JSON.stringify({ id: feedbackCaseId({ id }, { askerId: 'ann' }), strategy: 's', scores: { accuracy } });
  writeFileSync(path.join(folder, 'rows.jsonl'), [row('right', 1), row('wrong', 0), row('liked', 1), ''].join('\n'));
  const found: string[] = [];
  for await (const { id } of fixedTurns({ conversations }, folder)) found.push(id);
  expect(found).toEqual(['right']);
  await close();
});
