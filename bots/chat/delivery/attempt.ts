import { revisionId } from '../../../stores/index.ts';
import type { TurnEvent } from '../../conversation/events.ts';
import type { Reply } from '../platform.ts';
import { createGrowingText } from '../reply/growing-text.ts';
import { verifiedBeside } from '../reply/reply-end.ts';
import type { AttemptContext, AttemptOptions } from './attempt-context.ts';
import { createTurnEnds } from './turn-ends.ts';

/**
 * Answers one question and writes the reply. The reply is completed inside the loop over the conversation's events, before
 * the conversation finishes its claim on the event. If the process dies earlier, another process runs the question again.
 */
export const attemptAnswer = async <Target>(
  options: AttemptOptions,
  context: AttemptContext<Target>,
): Promise<void> => {
  const { conversations, platform } = options;
  const { delivery, reply, prepared, attempt, signed } = context;
  const { inChannel: _, ...given } = prepared;
  const { verified, alike } = await verifiedBeside(options, delivery.text, prepared);
  const text = createGrowingText(reply, verified);
  const ends = createTurnEnds(options, context, text, alike);
  const updateQueue = createQueueStatus(reply);

  const handle = async (event: TurnEvent): Promise<void> => {
    switch (event.type) {
      case 'accepted':
        await options.own();
        text.begin();
        return signed ? undefined : reply.begin();
      case 'queued':
        return updateQueue(event.position);
      case 'status':
        return reply.status(event.text);
      case 'step':
        return reply.step(event);
      case 'citation':
        return text.cite([event.citation]);
      case 'token':
        return text.append(event.text);
      case 'reset':
        return text.reset();
      case 'answer':
      case 'error':
        return ends.end(event);
      case 'duplicate':
        return event.erased ? options.drop() : ends.endAbandoned(event);
    }
  };

  const ask = {
    ...given,
    eventId: revisionId(delivery),
    conversationId: delivery.conversationId,
    platform,
    askerId: delivery.askerId,
    workspace: delivery.workspace,
    text: delivery.text,
    signal: attempt.controller.signal,
  };
  for await (const event of conversations.ask(ask)) await handle(event);
};

/** Shows the position in the queue at first and whenever it has halved, since each update is a call to the platform. */
const createQueueStatus = (reply: Reply) => {
  let shown = Number.POSITIVE_INFINITY;
  return (position: number) => {
    if (position > shown / 2) return;
    shown = position;
    reply.status(`You are number ${position} in the line`);
  };
};
