import { nameKey } from '../../language/names.ts';
import type { Query } from '../../language/query.ts';
import { isNamed } from '../../language/statement.ts';
import type { Call, Handler, Reply } from '../call.ts';
import { compose, type Written } from '../compose.ts';
import { type Decision, decide } from '../decide.ts';
import { citedIn, type Evidence } from '../evidence.ts';
import { readPassage } from '../read-passage.ts';

const reasoning = (decision: Decision): string =>
  decision.outcome.status === 'unknown'
    ? 'A link is missing.'
    : `Read from ${decision.outcome.used.length} statement(s).`;

/** A whole answer from everything in the prompt. */
const answer: Handler = (call) => {
  const decision = decide(call, call.understand(call.prompt.line('Question')));
  return { output: { reasoning: reasoning(decision), ...compose(decision) }, sure: decision.sure };
};

/** An answer to one step. A false premise is a verdict of its own only where the task has one. */
const stepAnswer =
  (premises: boolean): Handler =>
  (call) => {
    const decision = decide(call, call.understand(call.prompt.line('Question')));
    const { verdict, text, shortAnswer, citations } = compose(decision);
    const said = verdict === 'invalid-premise' && !premises ? 'unknown' : verdict;
    return {
      output: { verdict: said, answer: text, shortAnswer, citations: said === 'unknown' ? [] : citations },
      sure: decision.sure,
    };
  };

/** The final answer from steps and their sources. A step that no shown source supports does not count. */
const conclude: Handler = (call) => {
  const evidence = borneOut(call);
  const decision = decide(call, call.understand(call.prompt.line('Question')), evidence);
  return { output: { reasoning: reasoning(decision), ...compose(decision) }, sure: decision.sure };
};

/** The evidence without the steps' facts that no source of the prompt holds. */
const borneOut = (call: Call): Evidence => {
  const texts = new Map(call.prompt.sources.map(({ n, title, text }) => [n, nameKey(`${title} ${text}`)]));
  const holds = (n: number, words: string): boolean => texts.get(n)?.includes(nameKey(words)) ?? false;
  const { evidence } = call;
  return {
    ...evidence,
    about: (id, subject) =>
      evidence.about(id, subject).filter(({ from, n, statement: { object } }) => {
        if (from !== 'step') return true;
        return holds(n, isNamed(object) ? object.name : String(object.value)) || (!isNamed(object) && texts.has(n));
      }),
  };
};

/**
 * Several answers to one question: what their statements come to, or else the one that most lines of reasoning ended in.
 * One that answers something else (a launch date where the designer is asked for) is left out.
 */
const mergeAnswers: Handler = (call) => {
  const query = call.understand(call.prompt.line('Question'));
  const decision = decide(call, query);
  const asked = query?.kind === 'value' ? query.term.relation : undefined;
  const candidates = call.prompt.candidates.flatMap((candidate) => {
    const read = /^(.*?) \((\d+) of \d+ lines of reasoning\): (.*)$/s.exec(candidate);
    if (!read) return [];
    const [, short, lines, statements] = read as unknown as [string, string, string, string];
    const says = readPassage('', statements).stated.map(({ statement }) => statement.relation);
    return asked && !says.includes(asked) ? [] : [{ short, lines: Number(lines), statements }];
  });
  const agreed = decision.outcome.status === 'answered' ? decision.outcome.answer : undefined;
  const best =
    candidates.find(({ short }) => agreed !== undefined && nameKey(short) === nameKey(agreed)) ??
    candidates.sort((a, b) => b.lines - a.lines)[0];
  if (!best) return { output: { reasoning: reasoning(decision), ...compose(decision) }, sure: decision.sure };
  const numbers = [...new Set(citedIn(best.statements))];
  const citations = numbers.map((n) => ({ n, quote: best.short }));
  return {
    output: {
      reasoning: 'Most support.',
      verdict: 'answered',
      text: best.statements,
      shortAnswer: best.short,
      citations,
    },
    sure: true,
  };
};

/** Answers from the model's own memory. */
const fromMemory: Handler = (call) => {
  const decision = decide(call, call.understand(call.prompt.line('Question')), call.memory.asEvidence());
  const { verdict, text, shortAnswer } = withoutCitations(compose(decision));
  const known = verdict === 'answered';
  return {
    output: {
      reasoning: known ? 'I remember it.' : 'I do not remember it.',
      verdict: known ? 'answered' : 'unknown',
      text: known ? text : 'I do not know that.',
      shortAnswer,
    },
    sure: decision.sure,
  };
};

const withoutCitations = (written: Written): Written => ({ ...written, text: written.text.replace(/\s*\[\d+\]/g, '') });

/** Hybrid RAG: premise, answerability and answer in one output. */
const overReferences: Handler = (call) => {
  const decision = decide(call, call.understand(call.prompt.line('Question')), citable(call.evidence));
  const { verdict, text, shortAnswer, citations } = compose(decision);
  return {
    output: {
      reasoning: reasoning(decision),
      falsePremise: verdict === 'invalid-premise',
      answerable: verdict === 'answered',
      text: verdict === 'unknown' ? "I don't know" : text,
      shortAnswer,
      citations,
    },
    sure: decision.sure,
  };
};

/** The evidence without the model's own statements. */
const citable = (evidence: Evidence): Evidence => ({
  ...evidence,
  about: (id, subject) => evidence.about(id, subject).filter(({ from }) => from !== 'memory'),
});

const summary = (call: Call, query: Query | undefined, unknown: string): Reply => {
  const decision = decide(call, query);
  const { verdict, text } = compose(decision);
  return { output: verdict === 'answered' ? text : unknown, sure: decision.sure };
};

/** A step's short answer: a name, a number, a date. */
const judge: Handler = (call) => {
  const decision = decide(call, call.understand(call.prompt.line('Step')));
  const { verdict, shortAnswer } = compose(decision);
  const said = verdict === 'invalid-premise' ? 'false premise' : verdict;
  return { output: verdict === 'answered' ? shortAnswer : said, sure: decision.sure };
};

export const answering: Record<string, Handler> = {
  'answer-question': answer,
  'refine-candidates': answer,
  'answer-step': stepAnswer(false),
  'reason-step': stepAnswer(true),
  conclude,
  'merge-answers': mergeAnswers,
  'answer-from-memory': fromMemory,
  'reason-over-references': overReferences,
  'summarise-references': (call) => summary(call, call.understand(call.prompt.line('Question')), "I don't know"),
  'judge-knowledge': judge,
};
