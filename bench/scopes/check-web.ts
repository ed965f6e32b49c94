import { randomBytes } from 'node:crypto';
import { createAgent } from '../../agent/index.ts';
import { createConversations } from '../../bots/conversation/conversations.ts';
import { limitsOf } from '../../bots/conversation/limits.ts';
import { openAnswerLinks } from '../../bots/web/answer-links.ts';
import { askerIdOf } from '../../bots/web/asker.ts';
import { startWeb } from '../../bots/web/start.ts';
import { noIngest } from '../../bots/web/testing/scripted-web.ts';
import { EVERYONE } from '../../core/document.ts';
import { silentLog } from '../../core/log.ts';
import { readSettings } from '../../core/settings.ts';
import { createRetriever } from '../../retrieval/index.ts';
import { caseLine } from '../../runtime/cases/case-file.ts';
import { createCases } from '../../runtime/cases/cases.ts';
import type { Stores } from '../../stores/index.ts';
import { type ScopeWorld, secretOf, secretsIn } from './scope-world.ts';

const PEOPLE = 8;

/**
 * The web page's ways to what is stored: pages by id, threads, traces, shared links, feedback, refusals, the export of
 * feedback, and all of them again after a person was erased. A thread is its owner's alone; a link opens its own answer.
 *
 * @returns how many checks it made
 */
export const checkWeb = async (stores: Stores, world: ScopeWorld, differ: (what: string) => void): Promise<number> => {
  const retriever = createRetriever({ stores, log: silentLog });
  const agent = createAgent({ retriever, stores });
  const settings = readSettings({ PARLEY_HOST: '127.0.0.1' });
  const conversations = createConversations({ agent, store: stores.conversations, ...limitsOf(settings) });
  const web = await startWeb({ parley: { settings, stores, retriever, agent, ...noIngest }, conversations, port: 0 });
  const links = await openAnswerLinks(stores.keyValues);
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, n) => {
      const cookie = randomBytes(32).toString('base64url');
      const person = { n, cookie, id: askerIdOf(cookie), word: `qkturn${n}v1z`, turn: `turn-${cookie.slice(0, 8)}` };
      await putTurn(stores, person);
      return person;
    }),
  );
  let checks = 0;
  const get = async (path: string, cookie = people[0]?.cookie ?? '') => {
    const response = await fetch(`http://127.0.0.1:${web.port}${path}`, {
      headers: { cookie: `parley_asker=${cookie}` },
    });
    return response.text();
  };
  const expectWords = (where: string, text: string, allowed: readonly string[]) => {
    checks += world.documents.size + PEOPLE;
    const found = secretsIn(text);
    for (const word of found) if (!allowed.includes(word)) differ(`${where} gives ${word}`);
    for (const word of allowed) if (!found.has(word)) differ(`${where} keeps ${word} back`);
  };
  const everyPath = async (present: (owner: (typeof people)[number]) => boolean) => {
    for (const reader of people)
      for (const owner of people) {
        const own = reader === owner && present(owner) ? [owner.word] : [];
        const who = `${reader.n} of ${owner.n}`;
        expectWords(`thread ${who}`, await get(`/api/v1/conversations/thread-${owner.turn}`, reader.cookie), own);
        expectWords(`trace ${who}`, await get(`/api/v1/turns/${owner.turn}/trace`, reader.cookie), own);
        const key = links.pathTo(owner.turn).split('?')[1];
        const opened = reader === owner && present(reader) ? [reader.word] : [];
        expectWords(`link ${who}`, await get(`/api/v1/shared/${reader.turn}?${key}`, ''), opened);
      }
    for (const reader of people) {
      const own = present(reader) ? [reader.word] : [];
      expectWords(`threads of ${reader.n}`, await get('/api/v1/conversations', reader.cookie), own);
    }
  };
  try {
    for (const id of world.ids.filter((one) => one.startsWith('page'))) {
      const document = world.documents.get(id);
      const open = document?.scopes.includes(EVERYONE) ? [secretOf(document)] : [];
      expectWords(`page ${id}`, await get(`/api/v1/documents?id=${id}&passage=${id}%230`), open);
    }
    await everyPath(() => true);
    let exported = '';
    await createCases(stores).collect();
    for await (const one of stores.cases.all()) exported += caseLine(one);
    expectWords(
      'exported feedback',
      exported,
      people.map(({ word }) => word),
    );
    for (const { n, id } of people) if (exported.includes(id)) differ(`exported feedback names person ${n}`);
    const [erased] = people;
    if (erased) await stores.conversations.forgetPerson(erased.id);
    await everyPath((owner) => owner !== erased);
  } finally {
    await web.close();
    for (const { id } of people) await stores.conversations.forgetPerson(id);
  }
  return checks;
};

/** One answered question with the person's word in the question, the answer and its trace, and a thumb down. */
const putTurn = async (
  stores: Stores,
  { id, word, turn }: { id: string; word: string; turn: string },
): Promise<void> => {
  const at = '2026-01-01T00:00:00.000Z';
  const conversationId = `thread-${turn}`;
  await stores.conversations.putConversation({
    id: conversationId,
    platform: 'web',
    title: `On ${word}`,
    createdAt: at,
    updatedAt: at,
  });
  await stores.conversations.putTurn({
    id: turn,
    conversationId,
    eventId: `event-${turn}`,
    askerId: id,
    question: `What is ${word}?`,
    scopes: [EVERYONE],
    status: 'done',
    askedAt: at,
    answeredAt: at,
    answer: {
      question: `What is ${word}?`,
      text: `It is ${word}.`,
      shortAnswer: word,
      verdict: 'answered',
      confidence: 1,
      citations: [],
      strategy: 'quote',
      usage: { calls: 0, inputTokens: 0, outputTokens: 0, seconds: 0 },
      mode: 'quote',
      trace: [{ at: 0, node: 'search', kind: 'note', name: 'found', data: { word } }],
    },
  });
  await stores.conversations.putFeedback({ turnId: turn, askerId: id, rating: 'down', comment: `Not ${word}.`, at });
};
