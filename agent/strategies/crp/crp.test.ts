import { afterEach, describe, expect, it } from 'vitest';
import type { StubRequest } from '../../testing/stub-server.ts';
import {
  ask,
  closeStub,
  DOUBTFUL,
  FOUNDED,
  factsOf,
  inFourWordings,
  lineOf,
  reader,
  STUDIO,
  SURE,
  stated,
} from './testing/scripted-reader.ts';

afterEach(closeStub);

const graphOf = (trace: { kind: string; name: string; data?: unknown }[]) =>
  trace.findLast(({ kind, name }) => kind === 'state' && name === 'reasoning-graph')!.data as {
    nodes: { label: string; status: string; detail?: string; chosen?: boolean }[];
    edges: unknown[];
  };

describe('crp', () => {
  it('builds the graph, judges each step by perplexity, and reasons along the sufficient path with citations', async () => {
    const { answer } = await ask();
    expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Umeå', strategy: 'crp' });
    expect(answer.citations.map(({ documentId }) => documentId)).toEqual(['ada', 'norrfilm']);
    const { nodes, edges } = graphOf(answer.trace);
    expect(nodes.map(({ label }) => label)).toEqual([FOUNDED, STUDIO]);
    expect(edges).toHaveLength(1);
    expect(
      nodes.every(({ status, chosen, detail }) => status === 'done' && chosen && detail!.startsWith('perplexity')),
    ).toBe(true);
  });

  it('puts the answer of the step above into a step’s query', async () => {
    const { answer } = await ask();
    const queries = answer.trace
      .filter(({ kind }) => kind === 'tool')
      .map(({ data }) => (data as { arguments: { query: string; seeds?: unknown } }).arguments);
    expect(queries[1]!.query).toBe('In which city does Norrfilm have its studio?');
    expect(queries[1]!.seeds).toMatchObject({ passageIds: expect.arrayContaining(['ada#0']) });
  });

  it('shows a step the answers of the steps before it', async () => {
    const { asked } = await ask();
    const [first, second] = asked.filter(({ task }) => task === 'reason-step').map(({ user }) => user);
    expect(first).not.toContain('<steps>');
    expect(second).toMatch(new RegExp(`<steps>\\n1\\. Q: ${FOUNDED.replace('?', '\\?')}\\n {3}A: .*Norrfilm`));
  });

  it('retrieves five documents for each step', async () => {
    const shown: number[] = [];
    const script = {
      ...reader,
      'aggregate-knowledge': (request: StubRequest) => {
        shown.push([...request.user.matchAll(/^\[\d+\] /gm)].length);
        return reader['aggregate-knowledge']!(request);
      },
    };
    await ask(script);
    expect(shown).toEqual([5, 5]);
  });

  it('answers a step from the raw passages if knowledge is not aggregated', async () => {
    const told: string[] = [];
    const script = {
      ...reader,
      'judge-knowledge': (request: StubRequest) => {
        told.push(...factsOf(request));
        return reader['judge-knowledge']!(request);
      },
    };
    const { asked } = await ask(script, { strategy: 'crp:aggregation=false' });
    expect(asked.some(({ task }) => task === 'aggregate-knowledge')).toBe(false);
    expect(told.find((fact) => fact.startsWith('Ada Lindqvist:'))).toContain('She founded the company Norrfilm');
  });

  it('searches the entity graph if the first documents say nothing about a step', async () => {
    let first = true;
    const script = {
      ...reader,
      'aggregate-knowledge': (request: StubRequest) => {
        if (!first) return reader['aggregate-knowledge']!(request);
        first = false;
        return { facts: [] };
      },
    };
    const { answer } = await ask(script);
    expect(answer.trace.filter(({ kind }) => kind === 'tool').map(({ name }) => name)).toContain('query_graph');
    expect(answer.trace.filter(({ name }) => name === 'search_passages').length).toBeGreaterThan(0);
  });

  it('judges a concluding step by the knowledge of the steps above it', async () => {
    const concluding = 'So where is it?';
    const script = {
      ...reader,
      'next-steps': ({ user }: StubRequest) => ({
        steps: [
          user.includes(STUDIO)
            ? { step: concluding, final: true }
            : { step: user.includes(FOUNDED) ? STUDIO : FOUNDED, final: false },
        ],
      }),
      'judge-knowledge': (request: StubRequest) =>
        lineOf(request, 'Step') === concluding
          ? /studio stands/.test(factsOf(request).join(' '))
            ? { text: 'Umeå', logprobs: SURE }
            : { text: 'unknown', logprobs: SURE }
          : reader['judge-knowledge']!(request),
      'reason-step': (request: StubRequest) =>
        lineOf(request, 'Question') === concluding
          ? {
              verdict: 'answered',
              answer: 'The studio is in Umeå.',
              shortAnswer: 'Umeå',
              citations: [],
            }
          : reader['reason-step']!(request),
    };
    const { answer } = await ask(script);
    expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Umeå' });
  });

  it('proposes several next steps and fuses equivalent ones beyond the alternatives to keep', async () => {
    const wordings = [
      'Which company did Ada Lindqvist found?',
      'Which company did Ada Lindqvist found then?',
      'What is the weather like?',
    ];
    const script = {
      ...reader,
      'next-steps': ({ user }: StubRequest) => ({
        steps: user.includes('1. ')
          ? [{ step: STUDIO, final: true }]
          : wordings.map((step) => ({ step, final: false })),
      }),
    };
    const { answer, asked } = await ask(script);
    expect(asked.filter(({ task }) => task === 'merge-steps')).toHaveLength(1);
    const { nodes } = graphOf(answer.trace);
    expect(nodes.filter(({ label }) => label.startsWith('Which company'))).toHaveLength(1);
    expect(nodes.find(({ label }) => label === 'What is the weather like?')).toMatchObject({ status: 'failed' });
    expect(answer.shortAnswer).toBe('Umeå');
    const apart = await ask({ ...script, 'merge-steps': () => ({ step: '' }) });
    expect(apart.asked.filter(({ task }) => task === 'merge-steps')).toHaveLength(1);
    expect(graphOf(apart.answer.trace).nodes.map(({ label }) => label)).toEqual(expect.arrayContaining(wordings));
    expect(apart.answer.shortAnswer).toBe('Umeå');
    const kept = await ask(script, { strategy: 'crp:spare=4' });
    expect(kept.asked.some(({ task }) => task === 'merge-steps')).toBe(false);
    expect(graphOf(kept.answer.trace).nodes.map(({ label }) => label)).toEqual(expect.arrayContaining(wordings));
    // Similar steps are expanded together: the next layer again has two steps, one below the pair, one below the other.
    expect(graphOf(kept.answer.trace).nodes.filter(({ label }) => label === STUDIO)).toHaveLength(2);
  });

  it('evaluates the alternatives of a step one by one, until one suffices', async () => {
    const { answer, asked } = await ask(inFourWordings);
    expect(answer.shortAnswer).toBe('Umeå');
    expect(asked.filter(({ task }) => task === 'aggregate-knowledge')).toHaveLength(2);
    let first = true;
    const script = {
      ...inFourWordings,
      'judge-knowledge': (request: StubRequest) => {
        if (!first) return reader['judge-knowledge']!(request);
        first = false;
        return { text: 'Ada', logprobs: DOUBTFUL };
      },
    };
    const again = await ask(script);
    expect(again.answer.shortAnswer).toBe('Umeå');
    expect(again.asked.filter(({ task }) => task === 'aggregate-knowledge')).toHaveLength(3);
  });

  it('retries an unanswered step as an equivalent step', async () => {
    const script = {
      ...inFourWordings,
      'reason-step': (request: StubRequest) =>
        lineOf(request, 'Question') === 'In which city does Norrfilm have its studio?'
          ? { verdict: 'unknown', answer: 'Not stated.', shortAnswer: '', citations: [] }
          : reader['reason-step']!(request),
    };
    expect((await ask(script)).answer.shortAnswer).toBe('Umeå');
  });

  it('names a false premise that the knowledge of a step contradicts', async () => {
    const script = {
      ...reader,
      'judge-knowledge': (request: StubRequest) =>
        /studio stands/.test(factsOf(request).join(' '))
          ? { text: 'false premise', logprobs: SURE }
          : reader['judge-knowledge']!(request),
      'reason-step': (request: StubRequest) => {
        const answer = reader['reason-step']!(request) as { shortAnswer: string };
        return answer.shortAnswer === 'Umeå' ? { ...answer, verdict: 'invalid-premise', shortAnswer: '' } : answer;
      },
    };
    const { answer } = await ask(script);
    expect(answer).toMatchObject({ verdict: 'invalid-premise', shortAnswer: '' });
    expect(answer.citations.map(({ documentId }) => documentId)).toContain('norrfilm');
  });

  it('lets the model judge an answer that differs from the rest of its layer', async () => {
    const slip = 'Who is Ada Lindqvist?';
    const script = {
      ...reader,
      'next-steps': () => ({
        steps: [
          { step: slip, final: true, sameAs: 0 },
          { step: 'Where is the moon?', final: true, sameAs: 0 },
          { step: 'In which place is the moon?', final: true, sameAs: 2 },
        ],
      }),
      'aggregate-knowledge': (request: StubRequest) => ({
        facts: lineOf(request, 'Step') === slip ? [stated(request, /engineer/)] : [],
      }),
      'judge-knowledge': () => ({ text: 'an engineer', logprobs: SURE }),
      'reason-step': (request: StubRequest) => {
        const n = Number(/\[(\d+)\]/.exec(request.user)?.[1]);
        const citations = [{ n, quote: 'Ada Lindqvist is an engineer.' }];
        return { verdict: 'answered', answer: `Ada is an engineer [${n}].`, shortAnswer: 'an engineer', citations };
      },
      'merge-answers': () => ({ reasoning: '', verdict: 'unknown', text: 'No.', shortAnswer: '', citations: [] }),
    };
    const { answer, asked } = await ask(script);
    expect(asked.some(({ task }) => task === 'merge-answers')).toBe(true);
    expect(answer.verdict).toBe('unknown');
  });

  it('refuses if every path has a doubtful step', async () => {
    const script = { ...reader, 'judge-knowledge': () => ({ text: 'Norrfilm', logprobs: DOUBTFUL }) };
    const { answer, asked } = await ask(script);
    expect(answer).toMatchObject({ verdict: 'unknown', shortAnswer: '', citations: [] });
    expect(answer.text).toContain('do not support an answer');
    expect(asked.some(({ task }) => task === 'reason-step')).toBe(false);
  });

  it('judges by agreement among samples if the provider gives no log-probabilities, and traces it', async () => {
    const { answer } = await ask(reader, { capabilities: false });
    expect(answer.shortAnswer).toBe('Umeå');
    expect(graphOf(answer.trace).nodes.every(({ detail }) => detail!.startsWith('agreement'))).toBe(true);
    let nth = 0;
    const split = { ...reader, 'judge-knowledge': () => ({ text: ['Oslo', 'Bergen', 'Malmö'][nth++ % 3]! }) };
    const refused = await ask(split, { capabilities: false });
    expect(refused.answer.verdict).toBe('unknown');
    expect(refused.asked.some(({ task }) => task === 'reason-step')).toBe(false);
  });

  it('asks once more about a step only if the first answer is known, also where a provider gives no log-probabilities after all', async () => {
    const { 'judge-knowledge': judge, ...others } = reader;
    const plain = (request: StubRequest) => {
      const { text } = judge!(request) as { text: string };
      return { text: text.includes('perhaps') ? 'unknown' : text };
    };
    const { answer, asked } = await ask({
      ...others,
      'judge-knowledge': plain,
      'next-steps': ({ user }) => ({
        steps: user.includes(FOUNDED)
          ? [{ step: STUDIO, final: true }]
          : [FOUNDED, 'What is the mother of Ada Lindqvist called?'].map((step) => ({ step, final: false })),
      }),
      'aggregate-knowledge': (request) => {
        const found = reader['aggregate-knowledge']!(request) as { facts: string[] };
        return found.facts.length > 0 ? found : { facts: [stated(request, /./)] };
      },
    });
    expect(answer.shortAnswer).toBe('Umeå');
    const judged = asked.filter(({ task }) => task === 'judge-knowledge');
    const about = (step: RegExp) => judged.filter((request) => step.test(lineOf(request, 'Step'))).length;
    expect([about(/mother/), about(/found/), about(/studio/)]).toEqual([1, 3, 3]);
  });

  it('lets a step be likely where one link is missing and no other candidate is left', async () => {
    const likely = (candidates: string[]) => ({
      ...reader,
      'reason-step': (request: StubRequest) => {
        const answer = reader['reason-step']!(request) as { shortAnswer: string; answer: string };
        return answer.shortAnswer === 'Umeå'
          ? {
              ...answer,
              verdict: 'likely',
              answer: `Probably ${answer.answer}`,
              unconfirmed: ['in which year it stood there'],
              candidates,
            }
          : answer;
      },
    });
    const { answer, asked } = await ask(likely(['Umeå']));
    expect(answer).toMatchObject({
      verdict: 'likely',
      shortAnswer: 'Umeå',
      unconfirmed: ['in which year it stood there'],
    });
    const told = asked.find(({ task }) => task === 'reason-step')!.system;
    expect(told).toContain('Begin `answer` with "Probably"');
    expect((await ask(likely(['Umeå', 'Oslo']))).answer.verdict).toBe('unknown');
  });

  it('answers along the path at hand, however many ways the model thinks of', async () => {
    let way = 0;
    const script = {
      ...reader,
      'next-steps': ({ user }: StubRequest) => ({
        steps: [
          user.includes(FOUNDED) ? { step: STUDIO, final: true } : { step: FOUNDED, final: false },
          ...Array.from({ length: 3 }, () => {
            way += 1;
            return { step: `Which company was number ${way} in the list of ${way ** 3}?`, final: false };
          }),
        ],
      }),
      'aggregate-knowledge': (request: StubRequest) => {
        const found = reader['aggregate-knowledge']!(request) as { facts: string[] };
        return found.facts.length > 0 ? found : { facts: [stated(request, /./)] };
      },
      'judge-knowledge': (request: StubRequest) => {
        const number = /number (\d+)/.exec(lineOf(request, 'Step'))?.[1];
        return number ? { text: `Company ${number}`, logprobs: SURE } : reader['judge-knowledge']!(request);
      },
    };
    const { answer } = await ask(script, { calls: 24 });
    expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Umeå' });
    expect(answer.usage.calls).toBeLessThanOrEqual(24);
  });

  it('merges different answers of paths with one call, and makes no call if they agree', async () => {
    const NAME = 'Name the city where the studio of the answer to step 1 stands.';
    const two = (other: string) => {
      const asksForName = (request: StubRequest) => /Name the city/.test(request.user);
      return {
        ...reader,
        'next-steps': ({ user }: StubRequest) => ({
          steps: user.includes(FOUNDED)
            ? [STUDIO, NAME].map((step) => ({ step, final: true }))
            : [{ step: FOUNDED, final: false }],
        }),
        'judge-knowledge': (request: StubRequest) =>
          asksForName(request) ? { text: other, logprobs: SURE } : reader['judge-knowledge']!(request),
        'reason-step': (request: StubRequest) =>
          asksForName(request)
            ? { ...(reader['reason-step']!(request) as object), shortAnswer: other }
            : reader['reason-step']!(request),
        'merge-answers': ({ user }: StubRequest) => {
          const n = Number(/\[(\d+)\]/.exec(user)?.[1]);
          return {
            reasoning: '',
            verdict: 'answered',
            text: `Umeå [${n}].`,
            shortAnswer: 'Umeå',
            citations: [{ n, quote: 'Its studio stands in the city of Umeå.' }],
          };
        },
      };
    };
    const differ = await ask(two('Uppsala'));
    const merges = differ.asked.filter(({ task }) => task === 'merge-answers');
    expect(merges).toHaveLength(1);
    expect(merges[0]!.user).toMatch(/Uppsala \(1 of 2 lines of reasoning\)/);
    expect(differ.answer.shortAnswer).toBe('Umeå');
    const agree = await ask(two('Umeå'));
    expect(agree.asked.some(({ task }) => task === 'merge-answers')).toBe(false);
  });

  it('gives the answer of most paths when no call is left to merge them, and refuses between two with as many', async () => {
    const ways = (others: readonly string[]) => ({
      ...reader,
      'next-steps': ({ user }: StubRequest) => ({
        steps: user.includes(FOUNDED)
          ? [STUDIO, ...others.map((city) => `Say ${city} for the answer to step 1.`)].map((step) => ({
              step,
              final: true,
            }))
          : [{ step: FOUNDED, final: false }],
      }),
      'aggregate-knowledge': (request: StubRequest) => {
        const found = reader['aggregate-knowledge']!(request) as { facts: string[] };
        return found.facts.length > 0 ? found : { facts: [stated(request, /studio stands/)] };
      },
      'judge-knowledge': (request: StubRequest) => {
        const city = /Say (\S+)/.exec(lineOf(request, 'Step'))?.[1];
        return city ? { text: `In ${city}`, logprobs: SURE } : reader['judge-knowledge']!(request);
      },
      'reason-step': (request: StubRequest) => {
        const city = /Say (\S+)/.exec(lineOf(request, 'Question'))?.[1];
        const answer = reader['reason-step']!(request) as object;
        return city ? { ...answer, shortAnswer: city } : answer;
      },
      'merge-answers': () => ({ status: 400, message: 'no call is left for it' }),
    });
    // The graph takes two calls, its steps two each, and the paths one for each step that is asked anew.
    const most = await ask(ways(['Umeå', 'Oslo']), { calls: 2 + 4 * 2 + 4 });
    expect(most.asked.filter(({ task }) => task === 'reason-step')).toHaveLength(4);
    expect(most.answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Umeå' });
    const even = await ask(ways(['Oslo']), { calls: 2 + 3 * 2 + 3 });
    expect(even.answer.verdict).toBe('unknown');
  });

  it('goes on if one branch fails', async () => {
    const script = {
      ...reader,
      'next-steps': ({ user }: StubRequest) => ({
        steps: user.includes('1. ')
          ? [{ step: STUDIO, final: true }]
          : ['When was Company 3 founded?', FOUNDED].map((step) => ({ step, final: false })),
      }),
      'aggregate-knowledge': (request: StubRequest) =>
        lineOf(request, 'Step').includes('Company 3')
          ? { status: 500, message: 'broken' }
          : reader['aggregate-knowledge']!(request),
    };
    const { answer } = await ask(script);
    expect(answer.shortAnswer).toBe('Umeå');
    expect(answer.notices?.join(' ')).toMatch(/failed/);
  });
});
