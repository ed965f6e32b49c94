import { counted } from '../../core/text/counted.ts';
import { erasePerson } from '../../ingest/forget.ts';
import type { Stores } from '../../stores/index.ts';

/**
 * Erases everything that Parley stores about a person: questions, answers, traces, feedback, cases and other records.
 * @returns the receipt as a text for the person
 */
export const forgetMe = async (
  stores: Pick<Stores, 'conversations' | 'keyValues' | 'cases' | 'relay'>,
  askerId: string,
): Promise<string> => {
  const { turns, feedback, conversations, cases, ...erased } = await erasePerson(stores, askerId);
  const records = erased.records + cases;
  return [
    `Done. Erased: ${counted(turns, 'question')} with ${turns === 1 ? 'its answer and trace' : 'their answers and traces'},`,
    `${counted(feedback, 'opinion')}, ${counted(conversations, 'thread')} and ${counted(records, 'other record')}.`,
    `Messages already posted in channels stay there; delete them where you see them. Receipt ${new Date().toISOString()}.`,
  ].join(' ');
};
