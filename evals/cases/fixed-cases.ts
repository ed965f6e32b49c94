import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Turn } from '../../core/conversation.ts';
import type { ConversationStore } from '../../stores/index.ts';
import { feedbackCaseId } from './feedback-case.ts';

/** Ids of the cases that some strategy of a run answered rightly: graded, and with an accuracy of 1. */
const passedIds = async (folder: string): Promise<Set<string>> => {
  const passed = new Set<string>();
  for await (const line of createInterface({ input: createReadStream(path.join(folder, 'rows.jsonl')) })) {
    if (line.trim() === '') continue;
    const { id, scores } = JSON.parse(line) as { id: string; scores?: Record<string, number> };
    if (scores?.accuracy === 1) passed.add(id);
  }
  return passed;
};

/**
 * The turns that got a thumb down and whose case an eval run passed.
 * @param folder the run's output (`eval --questions CASES --out FOLDER`)
 */
export async function* fixedTurns(
  { conversations }: { conversations: ConversationStore },
  folder: string,
): AsyncGenerator<Turn> {
  const passed = await passedIds(folder);
  for await (const { feedback, turn } of conversations.allFeedback())
    if (feedback.rating === 'down' && passed.has(feedbackCaseId(turn, feedback))) yield turn;
}
