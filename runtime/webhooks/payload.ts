import { smallTalkIn } from '../../agent/smalltalk/recognise.ts';
import { citedPages } from '../../core/answer.ts';
import type { Turn } from '../../core/conversation.ts';
import type { Stores } from '../../stores/index.ts';
import type { Payload, TeamEvent } from './events.ts';

/** Maximum length of an answer that is sent with feedback on it. */
const MAX_ANSWER_CHARS = 4000;

export type PayloadStores = {
  conversations: Pick<Stores['conversations'], 'turn' | 'feedback'>;
  documents: Pick<Stores['documents'], 'stampsOf' | 'visible'>;
};

/**
 * Builds the payload of an event from the current contents of the stores, without people's names.
 * @param publicUrl Parley's URL, without a slash at the end
 * @returns undefined if the event's subject no longer exists
 */
export const payloadOf = async (
  { conversations, documents }: PayloadStores,
  event: TeamEvent,
  timestamp: string,
  publicUrl?: string,
): Promise<Payload | undefined> => {
  const inConsole = (page: string) => publicUrl && `${publicUrl}/console/${page}`;
  const payload = (data: Payload['data']): Payload => ({ type: event.type, timestamp, data });
  switch (event.type) {
    case 'question.unanswered': {
      const turn = await conversations.turn(event.turnId);
      // A remark about an earlier answer ("are you sure?") is nothing that a page could answer.
      if (turn?.answer?.verdict !== 'unknown' || smallTalkIn(turn.question)) return undefined;
      const near = turn.answer.nearest ?? [];
      const ids = near.map(({ documentId }) => documentId);
      const here = await documents.visible(ids, turn.scopes);
      const nearest = near
        .filter(({ documentId }) => here.has(documentId))
        .map(({ title, url, documentId }) => ({ title, url, id: documentId }));
      return payload({
        turnId: turn.id,
        platform: platformOf(turn.conversationId),
        question: turn.question,
        standalone: turn.standalone ?? turn.question,
        nearest,
        url: inConsole('gaps'),
      });
    }
    case 'feedback.given': {
      const turn = await conversations.turn(event.turnId);
      const all = turn ? await conversations.feedback(event.turnId) : [];
      const given = all.find(({ askerId }) => askerId === event.askerId);
      if (!turn || !given) return undefined;
      const { rating, reason, comment, answer } = given;
      return payload({
        turnId: turn.id,
        platform: platformOf(turn.conversationId),
        rating,
        reason,
        comment,
        rightAnswer: answer,
        question: turn.question,
        answer: (await restsOnPages(documents, turn)) ? turn.answer?.text.slice(0, MAX_ANSWER_CHARS) : undefined,
        url: inConsole('feedback'),
      });
    }
    case 'source.failed':
      return payload({ source: event.source, ...event.failure });
    case 'page.poisoned': {
      const stamp = (await documents.stampsOf([event.documentId])).get(event.documentId);
      if (!stamp) return undefined;
      const { title, url, sourceId: source } = stamp;
      return payload({ id: event.documentId, title, url, source, severity: event.severity });
    }
    case 'test':
      return payload({ text: 'Parley can reach this address.' });
  }
};

/** Whether all cited pages still exist and are visible to the asker. An event may be sent hours after the answer. */
const restsOnPages = async (
  documents: Pick<Stores['documents'], 'visible'>,
  { answer, scopes }: Pick<Turn, 'answer' | 'scopes'>,
): Promise<boolean> => {
  const cited = citedPages(answer?.citations ?? []);
  const here = await documents.visible(cited, scopes);
  return cited.every((id) => here.has(id));
};

const platformOf = (conversationId: string): string => conversationId.slice(0, conversationId.indexOf(':'));
