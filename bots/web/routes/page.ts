import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { followUpQuestions } from '../../../agent/index.ts';
import type { Turn } from '../../../core/conversation.ts';
import { createThreadNotes } from '../../../runtime/people/thread-notes.ts';
import { sampleHandbook } from '../../../samples/index.ts';
import type { ConversationStore } from '../../../stores/index.ts';
import { citesFile, seenAnswers } from '../../conversation/seen-answers.ts';
import type { EncoderView, PageSample, SharedThread, ThreadChange, ThreadSummary } from '../api.ts';
import type { WebEnv } from '../asker.ts';
import type { WebDependencies } from '../dependencies.ts';
import { notFound } from '../failure.ts';
import { assertRole } from '../people/person.ts';
import { readBody } from '../read-body.ts';
import { verified } from './verified.ts';

const MAX_THREADS = 100;
const MAX_TURNS = 500;

const threadChange: z.ZodType<ThreadChange> = z.object({
  title: z.string().trim().min(1).max(200).optional(),
  pinned: z.boolean().optional(),
});

/**
 * Routes that only the chat page uses, in addition to the API: threads with names and pins, shared threads, follow-up
 * questions, verified answers, the sample handbook and the encoder's offer.
 */
export const page = (web: WebDependencies) =>
  new Hono<WebEnv>()
    .route('/threads', threads(web))
    .route('/shares', shares(web))
    .get('/turns/:id/follow-ups', followUps(web))
    .route('/turns', verified(web))
    .get('/encoder', (c) => {
      assertRole(c.var.person, 'admin');
      return c.json<{ encoder?: EncoderView }>({ encoder: web.encoderOffer.view() });
    })
    .post('/encoder', (c) => {
      assertRole(c.var.person, 'admin');
      return c.json<{ encoder?: EncoderView }>({ encoder: web.encoderOffer.accept() });
    })
    .get('/sample', async (c) => {
      assertRole(c.var.person, 'admin');
      const { documents } = web.parley.stores;
      const sample = (await documents.sources()).find(({ location }) => location === sampleHandbook);
      if (!sample) return c.json<{ sample?: PageSample }>({});
      // As many as the page counts: those that its reader may see.
      const seen = await documents.sources(await web.scopes(c.var.person));
      const count = seen.find(({ id }) => id === sample.id)?.documents ?? 0;
      return c.json<{ sample?: PageSample }>({ sample: { source: sample.id, documents: count } });
    });

const MAX_FOLLOW_UPS = 3;
/** Maximum simultaneous requests for follow-ups: each runs about a dozen searches, which must not delay answers. */
const MAX_RUNNING_FOLLOW_UPS = 2;

/** Suggests follow-up questions that pages within the reader's scopes answer; an empty list while the server is busy. */
const followUps = ({ parley, scopes }: WebDependencies) => {
  const { conversations } = parley.stores;
  let running = 0;
  return async (c: Context<WebEnv>) => {
    const turn = await conversations.turn(c.req.param('id') ?? '');
    if (!turn || turn.askerId !== c.var.askerId) throw notFound('answer');
    const { answer } = turn;
    if (!answer || !['answered', 'likely'].includes(answer.verdict) || running >= MAX_RUNNING_FOLLOW_UPS)
      return c.json<string[]>([]);
    running += 1;
    try {
      const thread = await conversations.turns(turn.conversationId, MAX_TURNS);
      return c.json<string[]>(
        await followUpQuestions(
          parley,
          {
            question: turn.standalone ?? turn.question,
            text: answer.text,
            cited: answer.citations.map(({ documentId }) => documentId),
            earlier: thread.map(({ question }) => question),
          },
          await scopes(c.var.person),
          MAX_FOLLOW_UPS,
        ),
      );
    } finally {
      running -= 1;
    }
  };
};

/** Lists, searches, renames, pins, shares and deletes the person's own threads. */
const threads = (web: WebDependencies) => {
  const store = web.parley.stores.conversations;
  const notes = createThreadNotes(web.parley.stores.keyValues);

  /** @throws UNKNOWN_ID for a thread that does not exist or belongs to somebody else */
  const ownThread = async (id: string, askerId: string) => {
    const [conversation, turns] = await Promise.all([store.conversation(id), ownTurns(store, id, askerId)]);
    if (!conversation || !turns) throw notFound('thread');
    return { conversation, turns };
  };
  /** True when the title, or one question with its answer, contains all of these words. */
  const matches = async ({ id, title }: ThreadSummary, words: readonly string[]): Promise<boolean> => {
    const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
    if (has(title)) return true;
    const turns = await store.turns(id, MAX_TURNS);
    return turns.some(({ question, answer }) => has(`${question} ${answer?.text ?? ''}`));
  };

  return new Hono<WebEnv>()
    .get('/', async (c) => {
      const { askerId } = c.var;
      const [own, noted, shared] = await Promise.all([
        store.conversations('web', askerId, MAX_THREADS),
        notes.notesOf(askerId),
        notes.sharedBy(askerId),
      ]);
      const summaries = own.map(({ id, title, updatedAt }): ThreadSummary => {
        const note = noted.get(id);
        return {
          id,
          title: note?.title ?? title,
          updatedAt,
          ...(note?.pinned && { pinned: true }),
          ...(shared.has(id) && { shared: true }),
        };
      });
      const words = (c.req.query('q') ?? '').toLowerCase().slice(0, 200).split(/\s+/).filter(Boolean);
      const found = await Promise.all(summaries.map((one) => words.length === 0 || matches(one, words)));
      return c.json<ThreadSummary[]>(
        summaries
          .filter((_, index) => found[index])
          .sort((a, b) => Number(b.pinned ?? false) - Number(a.pinned ?? false)),
      );
    })
    .put('/:id', async (c) => {
      const change = await readBody(c, threadChange);
      const { conversation } = await ownThread(c.req.param('id'), c.var.askerId);
      await notes.change(c.var.askerId, conversation.id, change);
      return c.json({ kept: true });
    })
    .post('/:id/delete', async (c) => {
      const { conversation, turns } = await ownThread(c.req.param('id'), c.var.askerId);
      for (const { id, status } of turns) if (status === 'running') await web.live.stopAnywhere(id);
      await notes.remove(c.var.askerId, conversation.id);
      return c.json({ deleted: await store.deleteConversation(conversation.id) });
    })
    .post('/:id/share', async (c) => {
      const { conversation } = await ownThread(c.req.param('id'), c.var.askerId);
      return c.json({ path: `/s/${await notes.share(c.var.askerId, conversation.id)}` });
    })
    .post('/:id/unshare', async (c) => {
      const { conversation } = await ownThread(c.req.param('id'), c.var.askerId);
      await notes.unshare(c.var.askerId, conversation.id);
      return c.json({ shared: false });
    });
};

/** Shows a shared thread. Hides each answer that cites a page which the reader may not see. */
const shares = (web: WebDependencies) => {
  const { conversations, documents, keyValues } = web.parley.stores;
  const notes = createThreadNotes(keyValues);
  return new Hono<WebEnv>().get('/:key', async (c) => {
    const shared = await notes.shared(c.req.param('key'));
    const turns = shared && (await ownTurns(conversations, shared.threadId, shared.askerId));
    const conversation = shared && (await conversations.conversation(shared.threadId));
    if (!shared || !turns || !conversation) throw notFound('thread');
    const scopes = await web.scopes(c.var.person);
    const seen = seenAnswers(documents, scopes);
    const views = await Promise.all(
      turns.map(async (turn) => {
        const open = turn.answer !== undefined && !citesFile(turn.answer) && (await seen.isWhole(turn.answer));
        return {
          question: turn.question,
          hidden: turn.answer !== undefined && !open,
          ...(open && turn.answer && { answer: web.view.answer(await seen.answer(turn.answer)) }),
        };
      }),
    );
    const { title } = await notes.note(shared.askerId, shared.threadId);
    return c.json<SharedThread>({ title: title ?? conversation.title, turns: views });
  });
};

/** The turns of a person's own thread: empty for a new thread, undefined when somebody else asked in it. */
const ownTurns = async (store: ConversationStore, id: string, askerId: string): Promise<Turn[] | undefined> => {
  const turns = await store.turns(id, MAX_TURNS);
  return turns.every((turn) => turn.askerId === askerId) ? turns : undefined;
};
