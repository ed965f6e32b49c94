import type { ToolMessage } from '@langchain/core/messages';
import type { QuestionContext } from '../../question-context.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { layOutSources } from '../../tasks/prompt.ts';
import type { ToolResult } from './tools.ts';

/**
 * Numbers what the calls of a turn found and writes it into their messages. This happens when all calls have ended, in
 * the order of the calls, so that the numbers rise from message to message and the same calls always read the same,
 * whichever ended first. A source that was shown before is only named by its number.
 * @param results one message a call, in the order of the calls
 * @param known numbers of the sources already in the transcript
 * @returns the sources of each call that found some, best first
 */
export const numberResults = (
  { references }: Pick<QuestionContext, 'references'>,
  results: readonly ToolMessage[],
  known: ReadonlySet<number>,
): NumberedReference[][] => {
  const shown = new Set(known);
  return results.flatMap((message) => {
    const { found, note = '' } = (message.artifact ?? {}) as Partial<ToolResult>;
    if (!found) return [];
    const numbered = references.add(found);
    const fresh = numbered.filter(({ n }) => !shown.has(n));
    const again = numbered.filter((one) => !fresh.includes(one)).map(({ n }) => `[${n}]`);
    for (const { n } of fresh) shown.add(n);
    message.content = [
      fresh.length > 0 || again.length === 0 ? layOutSources(fresh) : '',
      again.length > 0 ? `Found again, shown in full above: ${again.join(' ')}` : '',
      note,
    ]
      .filter(Boolean)
      .join('\n');
    return numbered.length > 0 ? [numbered] : [];
  });
};
