import type { AgentQuestion } from '../../agent/agent.ts';
import type { Answer, Citation } from '../../core/answer.ts';
import type { Passage } from '../../core/document.ts';
import { silentLog } from '../../core/log.ts';
import type { Settings } from '../../core/settings.ts';
import type { Parley } from '../../runtime/parley.ts';
import { wholePassage } from '../../stores/testing/whole-passage.ts';
import { readRows } from '../datasets/rows.ts';

/** What a test wants the agent to do; by default it quotes the passage that shares most words with the question. */
export type AnswerWith = (
  question: AgentQuestion,
  found: readonly Passage[],
) => Partial<Answer> | Promise<Partial<Answer>>;

/**
 * Parley for tests of evals: pages in memory, a search by shared words, an agent of one step. Every question asked is recorded.
 */
export const inMemoryParley = (
  settings: Settings,
  answerWith: AnswerWith = () => ({}),
): Parley & { asked: AgentQuestion[]; searched: string[] } => {
  const passages = new Map<string, Passage>();
  const asked: AgentQuestion[] = [];
  const searched: string[] = [];
  const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const find = (text: string, scopes: readonly string[]) => {
    const wanted = words(text);
    return [...passages.values()]
      .filter((passage) => passage.scopes.some((scope) => scopes.includes(scope)))
      .map((passage) => ({
        passage,
        score: [...words(`${passage.title} ${passage.text}`)].filter((word) => wanted.has(word)).length,
      }))
      .sort((a, b) => b.score - a.score);
  };
  const documents = {
    count: async () => ({ documents: passages.size, passages: passages.size, tables: 0 }),
    scopes: async () => ['everyone'],
    stampsOf: async (ids: readonly string[]) =>
      new Map(ids.flatMap((id) => (passages.has(`${id}#0`) ? [[id, {}]] : [])) as [string, object][]),
    passages: async (ids: readonly string[], scopes: readonly string[]) =>
      ids
        .flatMap((id) => passages.get(id) ?? [])
        .filter((passage) => passage.scopes.some((scope) => scopes.includes(scope))),
    document: async () => undefined,
  };
  const parley = {
    settings,
    log: silentLog,
    asked,
    searched,
    stores: { documents },
    retriever: {
      search: async ({ text, k, scopes }: { text: string; k: number; scopes: readonly string[] }) => {
        searched.push(text);
        const hits = find(text, scopes)
          .slice(0, k)
          .map(({ passage, score }) => ({
            documentId: passage.documentId,
            passageId: passage.id,
            title: passage.title,
            text: passage.text,
            score,
            via: [],
            passage,
          }));
        return { hits, mode: 'lexical' };
      },
    },
    agent: {
      strategies: ['vanilla', 'direct'],
      answer: async (question: AgentQuestion): Promise<Answer> => {
        asked.push(question);
        const found = find(question.text, question.scopes)
          .map(({ passage }) => passage)
          .slice(0, 10);
        const [best] = found;
        if (!best) throw new Error(`The test's corpus has no page for “${question.text}”.`);
        const quote = best.text;
        const citation: Citation = {
          n: 1,
          documentId: best.documentId,
          passageId: best.id,
          title: best.title,
          quote,
          kind: 'passage',
        };
        return {
          question: question.text,
          text: `${quote.replace(/\.$/, '')} [1].`,
          shortAnswer: quote,
          verdict: 'answered',
          confidence: 1,
          citations: [citation],
          strategy: question.strategy ?? 'vanilla',
          usage: { calls: 1, inputTokens: 90, outputTokens: 10, seconds: 0.01 },
          mode: settings.PARLEY_MODEL === undefined ? 'quote' : 'model',
          trace: [
            {
              node: 'search',
              kind: 'tool',
              name: 'search_passages',
              at: 0,
              data: { hits: found.map(({ documentId, id }) => ({ documentId, passageId: id })) },
            },
          ],
          ...(await answerWith(question, found)),
        };
      },
    },
    ingest: async (inputs: readonly string[]) => {
      for (const input of inputs) {
        for await (const row of readRows(input)) {
          if (!('value' in row)) continue;
          const { id, title, text } = row.value as { id: string; title: string; text: string };
          passages.set(`${id}#0`, wholePassage({ id, title, text, scopes: ['everyone'] }));
        }
      }
      return { failed: [] };
    },
    close: async () => {},
  };
  return parley as unknown as Parley & { asked: AgentQuestion[]; searched: string[] };
};
