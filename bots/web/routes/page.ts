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

const NEWEST_THREADS = 100;
const NEWEST_TURNS = 500;

const threadChange: z.ZodType<ThreadChange> = z.object({
  title: z.string().trim().min(1).max(200).optional(),
  pinned: z.boolean().optional(),
});

/**
 * What the page alone needs, beside the API: threads with names and pins, threads shared by link, questions that go on
 * from an answer, the sample, the encoder's offer.
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
      const sources = await web.parley.stores.documents.sources();
      const sample = sources.find(({ location }) => location === sampleHandbook);
      return c.json<{ sample?: PageSample }>(
        sample ? { sample: { source: sample.id, documents: sample.documents } } : {},
      );
    });

const MAX_FOLLOW_UPS = 3;
/** Each look puts a dozen questions to the pages: one at a time, so that they take no answer's place. */
const MAX_LOOKS = 2;

/** Questions that go on from an answer, each answered by the pages that the reader may see; none where many ask at once. */
const followUps = ({ parley, scopes }: WebDependencies) => {
  const { conversations } = parley.stores;
  let looks = 0;
  return async (c: Context<WebEnv>) => {
    const turn = await conversations.turn(c.req.param('id') ?? '');
    if (!turn || turn.askerId !== c.var.askerId) throw notFound('answer');
    const { answer } = turn;
    if (!answer || !['answered', 'likely'].includes(answer.verdict) || looks >= MAX_LOOKS) return c.json<string[]>([]);
    looks += 1;
    try {
      const thread = await conversations.turns(turn.conversationId, NEWEST_TURNS);
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
      looks -= 1;
    }
  };
};

/** The person's own threads: listed, searched, renamed, pinned, shared and deleted. */
const threads = (web: WebDependencies) => {
  const store = web.parley.stores.conversations;
  const notes = createThreadNotes(web.parley.stores.keyValues);

  /** @throws UNKNOWN_ID for a thread that is not there, or is somebody else's */
  const ownThread = async (id: string, askerId: string) => {
    const [conversation, turns] = await Promise.all([store.conversation(id), ownTurns(store, id, askerId)]);
    if (!conversation || !turns) throw notFound('thread');
    return { conversation, turns };
  };
  /** True where the title, or a question or answer, has all of these words. */
  const speaksOf = async ({ id, title }: ThreadSummary, words: readonly string[]): Promise<boolean> => {
    const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
    if (has(title)) return true;
    const turns = await store.turns(id, NEWEST_TURNS);
    return turns.some(({ question, answer }) => has(`${question} ${answer?.text ?? ''}`));
  };

  return new Hono<WebEnv>()
    .get('/', async (c) => {
      const { askerId } = c.var;
      const [own, noted] = await Promise.all([
        store.conversations('web', askerId, NEWEST_THREADS),
        notes.notesOf(askerId),
      ]);
      const summaries = own.map(({ id, title, updatedAt }): ThreadSummary => {
        const note = noted.get(id);
        return { id, title: note?.title ?? title, updatedAt, ...(note?.pinned && { pinned: true }) };
      });
      const words = (c.req.query('q') ?? '').toLowerCase().slice(0, 200).split(/\s+/).filter(Boolean);
      const found = await Promise.all(summaries.map((one) => words.length === 0 || speaksOf(one, words)));
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

/** A thread that somebody shared: of its answers, those whose pages the reader may see by themselves. */
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

/** The turns of a thread that is the person's alone; an empty list for a new one, undefined for somebody else's. */
const ownTurns = async (store: ConversationStore, id: string, askerId: string): Promise<Turn[] | undefined> => {
  const turns = await store.turns(id, NEWEST_TURNS);
  return turns.every((turn) => turn.askerId === askerId) ? turns : undefined;
};
