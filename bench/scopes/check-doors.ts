import { createAgent } from '../../agent/index.ts';
import { createConversations } from '../../bots/conversation/conversations.ts';
import { limitsOf } from '../../bots/conversation/limits.ts';
import { startWeb } from '../../bots/web/start.ts';
import { noIngest } from '../../bots/web/testing/scripted-web.ts';
import { silentLog } from '../../core/log.ts';
import { readSettings } from '../../core/settings.ts';
import { createRetriever } from '../../retrieval/index.ts';
import { createCallers } from '../../runtime/access/caller.ts';
import { createTokens, OPERATOR } from '../../runtime/access/tokens.ts';
import type { Stores } from '../../stores/index.ts';
import { type Asker, type ScopeWorld, secretOf, secretsIn } from './scope-world.ts';

const QUESTION = 'Which treaty does Ada sign?';
/** The world stands still for so many calls, then changes: making a change takes as long as twenty calls. */
const CALLS_A_ROUND = 200;
const AT_ONCE = 8;

/** What came of calls through the doors. A check is one document held against the reference in one call. */
export interface DoorResult {
  calls: number;
  checks: number;
}

/** A call through one door; `whole`: its response must hold that document's word if the asker may read it. */
interface Call {
  name: string;
  path: string;
  body?: unknown;
  whole?: string;
}

/**
 * Random calls through the API, MCP and OpenAI doors of a started Parley, each with the token of one asker, held against
 * the reference: no response holds the word of a document that the asker may not read, and a page that they may read opens
 * by its id. The world changes between rounds, with the tokens kept.
 */
export const checkDoors = async (
  stores: Stores,
  world: ScopeWorld,
  wanted: number,
  differ: (what: string) => void,
): Promise<DoorResult> => {
  const retriever = createRetriever({ stores, log: silentLog });
  const agent = createAgent({ retriever, stores });
  const settings = readSettings({ PARLEY_HOST: '127.0.0.1', PARLEY_AT_ONCE_PER_PERSON: String(AT_ONCE) });
  const conversations = createConversations({ agent, store: stores.conversations, ...limitsOf(settings) });
  const parley = { settings, stores, retriever, agent, ...noIngest };
  const web = await startWeb({ parley, conversations, port: 0 });
  const rights = createCallers({ policy: parley.accessPolicy, stores });
  const tokens = createTokens({ keyValues: stores.keyValues, rights });
  // Tokens carry scopes; a choice of sources is made with each question, so askers are taken without theirs.
  const callers = await Promise.all(
    world.askers.map(async ({ name, scopes }) => ({
      asker: { name, scopes },
      token: (await tokens.create({ name, maker: OPERATOR, scopes })).text,
    })),
  );
  const result: DoorResult = { calls: 0, checks: 0 };

  const send = async (token: string, { path, body }: Call): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${web.port}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (response.status >= 500 || [401, 429].includes(response.status)) differ(`${path} answers ${response.status}`);
    return response.text();
  };
  const compare = (call: Call, asker: Asker, response: string, readable: ReadonlySet<string>) => {
    const found = secretsIn(response);
    for (const secret of found)
      if (!readable.has(secret)) differ(`${call.name} gives ${asker.name} ${secret}, which they may not read`);
    const opened = call.whole === undefined ? undefined : world.documents.get(call.whole);
    // A file of facts about a page has no text of its own.
    if (opened && opened.about === undefined && readable.has(secretOf(opened)) && !found.has(secretOf(opened)))
      differ(`${call.name} keeps ${secretOf(opened)} from ${asker.name}, who may read it`);
    result.calls += 1;
    result.checks += world.documents.size;
  };

  try {
    while (result.calls < wanted) {
      await stores.apply(world.nextChange());
      const documents = [...world.documents.values()];
      const round = callers.map(({ asker, token }) => ({
        asker,
        token,
        readable: new Set(documents.filter((one) => world.mayRead(asker, one)).map(secretOf)),
      }));
      // Drawn before the first is sent, so that a seed gives the same calls whichever ends first.
      const drawn = Array.from({ length: Math.min(CALLS_A_ROUND, wanted - result.calls) }, () => ({
        caller: round[world.draw(round.length)],
        call: drawCall(world),
      }));
      const sendNext = async (): Promise<void> => {
        for (let next = drawn.pop(); next?.caller; next = drawn.pop())
          compare(next.call, next.caller.asker, await send(next.caller.token, next.call), next.caller.readable);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
    }
  } finally {
    await web.close();
  }
  return result;
};

const tool = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

/**
 * One call in so many asks a question, through a door and in a way drawn in turn; the others read. An answer costs as much as
 * thirty reads and looks where a search does, so a mix by halves spends its time on one question in 120 documents.
 */
const READS_AN_ASK = 15;

const drawCall = (world: ScopeWorld): Call => {
  const id = world.ids[world.draw(world.ids.length)] ?? '';
  const stream = world.draw(2) === 0;
  const reads: [Call, ...Call[]] = [
    { name: 'api document', path: `/api/v1/documents?${new URLSearchParams({ id })}`, whole: id },
    { name: 'api passage', path: `/api/v1/passages?${new URLSearchParams({ id: `${id}#0` })}`, whole: id },
    { name: 'api search', path: `/api/v1/search?${new URLSearchParams({ q: QUESTION, k: '50' })}` },
    { name: 'mcp fetch', path: '/mcp', body: tool('fetch', { id }), whole: id },
    { name: 'mcp search', path: '/mcp', body: tool('search', { query: QUESTION }) },
  ];
  const asks: [Call, ...Call[]] = [
    { name: 'api ask', path: '/api/v1/ask', body: { question: QUESTION } },
    { name: 'api stream', path: '/api/v1/ask/stream', body: { question: QUESTION } },
    { name: 'mcp ask', path: '/mcp', body: tool('ask', { question: QUESTION }) },
    {
      name: 'openai chat',
      path: '/v1/chat/completions',
      body: { model: 'parley', messages: [{ role: 'user', content: QUESTION }], stream },
    },
    { name: 'openai response', path: '/v1/responses', body: { model: 'parley', input: QUESTION } },
  ];
  const calls = world.draw(READS_AN_ASK + 1) === 0 ? asks : reads;
  return calls[world.draw(calls.length)] ?? calls[0];
};
