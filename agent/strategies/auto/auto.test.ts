import { afterEach, describe, expect, it } from 'vitest';
import { UNDOUBTED } from '../../model/likely.ts';
import { numberOf, openAgent, written, writtenFrom } from '../../testing/open-agent.ts';
import type { StubReply, StubRequest } from '../../testing/stub-server.ts';
import { MAX_FRUITLESS_ROUNDS, MAX_ROUNDS } from './routes.ts';

let close = async () => {};
afterEach(() => close());
const QUESTION = 'In which city is the company that Ada Lindqvist founded?';
const FOUNDED = 'She founded the company Norrfilm';
const STANDS = 'studio stands in the city of Umeå';
const rest = { established: [], missing: [], guess: '', queries: [], calculations: [] };
const checked = { reasoning: '', established: [], missing: '', queries: [] };
const unknown = (more: object) => ({ ...written('The city is not stated.', ''), ...rest, ...more });

/** Answers if both links are in the prompt, otherwise names what is missing. */
const careful = (request: StubRequest) => {
  const ada = numberOf(request, FOUNDED);
  const answer = writtenFrom(
    request,
    [FOUNDED, STANDS],
    'Norrfilm, which Ada Lindqvist founded, has its studio in the city of Umeå',
    'Umeå',
  );
  if (answer.verdict === 'answered') return { ...answer, ...rest };
  return unknown({
    established: Number.isNaN(ada) ? [] : [`Ada Lindqvist founded Norrfilm [${ada}]`],
    missing: ['the city in which Norrfilm is'],
    guess: 'Stockholm',
    queries: ['In which city is the studio of Norrfilm?'],
  });
};
/** The page of the second hop shares no word with the question, while many other pages do. */
const PAGES = [
  {
    id: 'ada',
    title: 'Ada Lindqvist',
    text: 'Ada Lindqvist is an engineer. She founded the company Norrfilm in 1998.',
  },
  { id: 'norrfilm', title: 'Norrfilm', text: 'Norrfilm makes documentaries. Its studio stands in the city of Umeå.' },
  ...Array.from({ length: 30 }, (_, at) => ({
    id: `noise-${at}`,
    title: `City company ${at}`,
    text: `A company in a city that somebody founded; company number ${at} is in the city too.`,
  })),
];
const open = async (script: Record<string, (request: StubRequest) => StubReply | object>, pages = PAGES) => {
  const opened = await openAgent(pages, script);
  close = opened.stub.close;
  return opened;
};

describe('auto', () => {
  it('shows a follow-up what the answer before cites, where it speaks of the same', async () => {
    const firstPrompt = async (passageIds?: string[]) => {
      const { ask, stub } = await open({
        'searchable-question': () => ({ question: 'Which company with a number did somebody found in the city?' }),
        'answer-attempt': () => unknown({}),
      });
      await ask('and where?', { history: [{ question: 'What does it make?', answer: 'Documentaries.', passageIds }] });
      await close();
      return stub.requests.find(({ task }) => task === 'answer-attempt')?.user ?? '';
    };
    const cited = 'Its studio stands in the city of Umeå';
    expect(await firstPrompt()).not.toContain(cited);
    expect(await firstPrompt(['norrfilm#0', 'gone#0'])).toContain(cited);
    expect(await firstPrompt(['ada#0'])).not.toContain(cited);
  });

  describe('an answer with a figure', () => {
    const RULE = 'Last entry is 60 minutes before closing.';
    const OTHER = 'Last entry is 90 minutes before closing.';
    const filler = 'On a Thursday people get late into the sauna hall with a key. ';
    const page = (id: string, ...sections: string[]) => ({
      id,
      title: id,
      text: sections.map((text, at) => `## Part ${at}\n\n${text}`).join('\n\n'),
    });
    const halls = Array.from({ length: 9 }, (_, at) => page(`Hall ${at}`, filler.repeat(20), filler.repeat(20)));
    const dogs = 'Dogs wait outside by the wall. '.repeat(30);
    const rule = page('Sauna', `On a Thursday people get in to the sauna late. ${RULE}`, dogs);
    const given = (request: StubRequest, texts: readonly string[]) => ({
      ...unknown({}),
      verdict: 'answered',
      text: texts.map((one) => `${one.replace('.', '')} [${numberOf(request, one)}].`).join(' '),
      shortAnswer: texts.map((one) => /\d+ minutes/.exec(one)?.[0]).join(' or '),
      citations: texts.map((quote) => ({ n: numberOf(request, quote), quote })),
    });
    const ask = async (pages: typeof halls, own = RULE) => {
      const opened = await open(
        {
          'searchable-question': ({ user }) => ({
            question: user.match(/Question: (.*)/)?.[1] ?? '',
            searches: [],
          }),
          'answer-attempt': (request) =>
            given(
              request,
              [own, OTHER].filter((one) => request.user.includes(one)),
            ),
        },
        pages,
      );
      return { ...(await opened.ask('how late can people get in to the sauna on a thursday')), stub: opened.stub };
    };

    it('is asked for once more beside an unread page that says another figure of the same', async () => {
      // The words of the question find the one page, those of the answer the other.
      const { answer, asked, stub } = await ask([rule, page('Guests', OTHER, dogs), ...halls]);
      const [first, second] = stub.requests.filter(({ task }) => task === 'answer-attempt');
      if (first?.user.includes(OTHER)) throw new Error('the first prompt holds both pages, so nothing is tested');
      expect(asked.filter((task) => task === 'answer-attempt')).toHaveLength(2);
      expect(second?.user).toContain(RULE);
      expect(second?.user).toContain(OTHER);
      expect(answer.text).toMatch(/60 minutes.*90 minutes/);
      expect(answer.citations.map(({ title }) => title).sort()).toEqual(['Guests', 'Sauna']);
    });

    it('is given at once where another page says so of another thing', async () => {
      const named = { ...rule, text: rule.text.replace(RULE, `Norby Hall: ${RULE}`) };
      const { asked } = await ask(
        [named, page('Guests', `Elmford Hall: ${OTHER}`, dogs), ...halls],
        `Norby Hall: ${RULE}`,
      );
      expect(asked.filter((task) => task === 'answer-attempt')).toHaveLength(1);
    });

    it('is given at once where no page says another', async () => {
      const { asked } = await ask([rule, page('Guests', dogs, dogs), ...halls]);
      expect(asked.filter((task) => task === 'answer-attempt')).toHaveLength(1);
    });
  });

  it('answers an easy question by one search and one call', async () => {
    const { ask } = await open({ 'answer-attempt': careful }, PAGES.slice(0, 3));
    const { answer, asked } = await ask(QUESTION);
    expect(asked).toEqual(['answer-attempt']);
    expect(answer).toMatchObject({
      strategy: 'auto',
      verdict: 'answered',
      shortAnswer: 'Umeå',
      usage: { calls: 1, rounds: 1 },
    });
    expect(answer.citations.map(({ documentId }) => documentId).sort()).toEqual(['ada', 'norrfilm']);
  });

  it('searches for what is missing, keeps the established facts, and answers with the next call', async () => {
    const { ask, stub } = await open({ 'answer-attempt': careful });
    const { answer, asked, events } = await ask(QUESTION);
    expect(asked).toEqual(['answer-attempt', 'answer-attempt']);
    expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Umeå' });
    expect(stub.requests[1]!.user).toMatch(/<facts>\n1\. Ada Lindqvist founded Norrfilm \[\d+\]/);
    // The question itself was the first query and is in the prompt once.
    expect(stub.requests[1]!.user).toContain('Searched already: "In which city is the studio of Norrfilm?"');
    expect(stub.requests[1]!.user.split(QUESTION)).toHaveLength(2);
    // The tokens of the first, unknown attempt are not shown.
    const drafts = events.flatMap((event) => (event.type === 'token' ? [event.text] : [])).join('');
    expect(drafts).toBe(answer.text);
    expect(answer.trace).toContainEqual(expect.objectContaining({ kind: 'state', name: 'reasoning-graph' }));
  });

  it('shows the full sources of its facts again, because an answer needs all links in one prompt', async () => {
    const { ask, stub } = await open({ 'answer-attempt': careful });
    await ask(QUESTION);
    const shown = stub.requests[1]!.user.split('</sources>')[0];
    expect(shown).toContain('Ada Lindqvist is an engineer.');
    expect(shown).toContain(STANDS);
  });

  it('shows fewer sources for a single-hop question about one name', async () => {
    const { ask, stub } = await open({
      'answer-attempt': () => ({ ...unknown({}), verdict: 'not-recorded' }),
    });
    const shownTo = async (question: string) => {
      await ask(question);
      return stub.requests.at(-1)!.user.match(/^\[\d+\] /gm)?.length;
    };
    expect(await shownTo('Who founded a company in a city?')).toBe(5);
    expect(await shownTo('In which city is the company of the sister of Ada Lindqvist?')).toBe(7);
    expect(await shownTo('In which city is a company, Norrfilm or Sydfilm?')).toBe(7);
    expect(await shownTo('In welcher Stadt hat die Company ihren Sitz?')).toBe(7);
  });

  it('repeats only those sentences of earlier sources that contain the names searched for', async () => {
    const { ask, stub } = await open({ 'answer-attempt': careful }, [
      ...PAGES,
      { id: 'party', title: 'Party', text: 'Ada Lindqvist danced there. Norrfilm paid for all the cakes.' },
      ...[1, 2, 3].map((year) => ({
        id: `studio-${year}`,
        title: `Studios, volume ${year}`,
        text: `A list of each city with a studio of Norrfilm in the year ${year}.`,
      })),
    ]);
    await ask(QUESTION);
    const [first, second] = stub.requests.map(({ user }) => user.split('</sources>')[0]);
    expect(first).toContain('Ada Lindqvist danced there.');
    expect(second).toContain('Norrfilm paid for all the cakes.');
    expect(second).not.toContain('danced there');
  });

  it('uses the guess only as a search key, never as evidence', async () => {
    const { ask, stub } = await open({ 'answer-attempt': careful });
    const { answer } = await ask(QUESTION);
    const queries = answer.trace.flatMap(({ name, data }) =>
      name === 'search_passages' ? [(data as { arguments: { query: string } }).arguments.query] : [],
    );
    expect(queries).toContain('the city in which Norrfilm is: Stockholm');
    expect(stub.requests[1]!.user.split('<facts>')[1]).not.toMatch(/Stockholm(?!")/);
    expect(answer.text).not.toContain('Stockholm');
  });

  it('runs the searches of a round in parallel, and goes on if one fails', async () => {
    const queries = ['In which city is the studio of Norrfilm?', 'Norrfilm documentaries'];
    const { ask, retriever } = await open({
      'answer-attempt': (request) => {
        const answer = careful(request);
        return answer.verdict === 'unknown' ? { ...answer, guess: '', queries } : answer;
      },
    });
    const search = retriever.search.bind(retriever);
    let running = 0;
    let together = 0;
    retriever.search = async (query) => {
      running += 1;
      together = Math.max(together, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      if (query.text === queries[1]) throw new Error('this index is broken');
      return search(query);
    };
    const { answer } = await ask(QUESTION);
    expect(together).toBeGreaterThan(1);
    expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Umeå' });
    expect(answer.notices?.join()).toMatch(/Part of the search failed/);
  });

  it('searches similar queries once, and repeats them once with fewer sources', async () => {
    const reports = Array.from({ length: 12 }, (_, at) => ({
      id: `report-${at}`,
      title: `Report ${at}`,
      text: `Norrfilm told its owners of a calm and steady quarter number ${at}.`,
    }));
    const script = {
      'answer-attempt': () =>
        unknown({
          established: ['Ada Lindqvist founded Norrfilm [1]'],
          missing: ['the city'],
          queries: ['Where is Norrfilm?', 'where is NORRFILM', QUESTION],
        }),
    };
    const { ask, stub } = await open(script, [...PAGES, ...reports]);
    const { answer } = await ask(QUESTION);
    const searches = answer.trace.filter(({ node, name }) => node === 'search-query' && name === 'search_passages');
    const queries = searches.map(({ data }) => (data as { arguments: { query: string } }).arguments.query);
    expect(queries.filter((query) => /norrfilm/i.test(query))).toHaveLength(2);
    const numbersOf = ({ user }: { user: string }) => user.match(/^\[\d+\]/gm)?.length ?? 0;
    expect(numbersOf(stub.requests[2]!)).toBeLessThan(numbersOf(stub.requests[0]!));
  });

  it('ends early if no call establishes anything', async () => {
    const { ask } = await open({ 'answer-attempt': () => unknown({ queries: ['a company in a city'] }) });
    const { answer, asked } = await ask('Who is the mayor of Zorgville?');
    expect(asked).toEqual(['answer-attempt', 'answer-attempt']);
    expect(answer).toMatchObject({ verdict: 'unknown', shortAnswer: '', text: 'The city is not stated.' });
  });

  it('ends after several rounds without new facts, and within MAX_ROUNDS', async () => {
    const mentions = Array.from({ length: 60 }, (_, at) => ({
      id: `note-${at}`,
      title: `Note ${at}`,
      text: `Somebody of Norrfilm was seen at event number ${at}.`,
    }));
    const script = {
      'answer-attempt': ({ nth }: StubRequest) =>
        unknown({
          established: [`Norrfilm fact number ${Math.min(nth, 1)} about item${Math.min(nth, 1)} [1]`],
          missing: ['the city'],
          queries: [`event number ${nth + 40} of Norrfilm`],
        }),
    };
    const { ask } = await open(script, [...PAGES, ...mentions]);
    const { answer, asked } = await ask(QUESTION);
    const rounds = asked.filter((task) => task === 'answer-attempt').length;
    // Two rounds that establish something, then the maximum of fruitless ones.
    expect(rounds).toBeGreaterThan(2);
    expect(rounds).toBeLessThanOrEqual(2 + MAX_FRUITLESS_ROUNDS);
    expect(rounds).toBeLessThanOrEqual(MAX_ROUNDS);
    expect(asked).not.toContain('transform-query');
    expect(answer.verdict).toBe('unknown');
    const drawn = answer.trace.findLast(({ name }) => name === 'reasoning-graph')!.data as {
      nodes: unknown[];
      edges: unknown[];
    };
    expect(drawn.nodes).toHaveLength(2);
    const short = await ask(QUESTION, { budget: { calls: 2 } });
    expect(short.answer.usage.calls).toBe(2);
    expect(short.answer.notices?.join()).toMatch(/budget/);
  });

  it('checks a doubtful answer and withdraws it if it is not supported', async () => {
    const loose = (request: StubRequest) => {
      const n = numberOf(request, FOUNDED);
      return {
        ...written(`Ada Lindqvist founded her company in a large northern city, Norrfilm [${n}].`, 'Norrfilm'),
        ...rest,
      };
    };
    const refuse = await open({
      'answer-attempt': loose,
      'confirm-answer': () => ({ ...checked, verdict: 'unsupported' }),
    });
    expect((await refuse.ask(QUESTION)).answer).toMatchObject({ verdict: 'unknown', shortAnswer: '', citations: [] });
    await close();
    const support = await open({
      'answer-attempt': loose,
      'confirm-answer': () => ({ ...checked, verdict: 'supported' }),
    });
    expect((await support.ask(QUESTION)).answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Norrfilm' });
  });

  it('lets its check take for stated what no reader would doubt, unless only stated facts may be answered', async () => {
    for (const allowsLikely of [true, false]) {
      const loose = (request: StubRequest) => ({
        ...written(`Her company is Norrfilm, in a large northern city [${numberOf(request, FOUNDED)}].`, 'Norrfilm'),
        ...rest,
      });
      const script = { 'answer-attempt': loose, 'confirm-answer': () => ({ ...checked, verdict: 'supported' }) };
      const { ask, stub } = await openAgent(PAGES, script, { allowsLikely });
      const { answer } = await ask(QUESTION);
      await stub.close();
      const { system } = stub.requests.find(({ task }) => task === 'confirm-answer')!;
      expect(system.includes(UNDOUBTED)).toBe(allowsLikely);
      expect(system.includes('may follow from the usual meaning of words')).toBe(allowsLikely);
      expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Norrfilm' });
    }
  });

  it('ends at once when the call says that no page records it', async () => {
    const { ask } = await open({
      'answer-attempt': () => ({ ...unknown({ missing: ['the city'], queries: [] }), verdict: 'not-recorded' }),
    });
    const { answer, asked } = await ask(QUESTION);
    expect(asked).toEqual(['answer-attempt']);
    expect(answer).toMatchObject({ verdict: 'unknown', shortAnswer: '', citations: [] });
  });

  it('keeps the answer if its check is unreadable, and the known facts if a later call is unreadable', async () => {
    const malformed = () => ({ text: 'No JSON today.' });
    const loose = (request: StubRequest) => ({
      ...written(`Her company is Norrfilm, in a large northern city [${numberOf(request, FOUNDED)}].`, 'Norrfilm'),
      ...rest,
    });
    const unchecked = await open({ 'answer-attempt': loose, 'confirm-answer': malformed });
    const { answer } = await unchecked.ask(QUESTION);
    expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Norrfilm', mode: 'model' });
    expect(answer.trace).toContainEqual(expect.objectContaining({ kind: 'note', name: 'unreadable' }));
    await close();
    const later = await open({
      'answer-attempt': (request) => (request.user.includes('<facts>') ? malformed() : careful(request)),
    });
    expect((await later.ask(QUESTION)).answer).toMatchObject({ verdict: 'unknown', shortAnswer: '', mode: 'model' });
  });

  it('searches on if an unsupported answer only repeats established facts', async () => {
    const { ask } = await open({
      'answer-attempt': (request) => {
        const ada = `Ada Lindqvist founded Norrfilm [${numberOf(request, FOUNDED)}]`;
        if (request.nth === 0) return unknown({ queries: ['In which city is the studio of Norrfilm?'] });
        if (request.nth === 1)
          return unknown({ established: [ada], queries: ['which company of a number did somebody found'] });
        if (request.nth > 2) return careful(request);
        return { ...writtenFrom(request, [FOUNDED], 'Ada Lindqvist founded Norrfilm', 'Norrfilm'), ...rest };
      },
      'confirm-answer': (request) => ({
        ...checked,
        reasoning: 'The city is not stated.',
        verdict: request.nth === 0 ? 'unsupported' : 'supported',
        missing: 'the city of Norrfilm',
        queries: ['where do the documentaries of Norrfilm come from'],
      }),
    });
    const { answer, asked } = await ask(QUESTION);
    expect(asked.slice(0, 4)).toEqual(['answer-attempt', 'answer-attempt', 'answer-attempt', 'confirm-answer']);
    expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Umeå' });
  });

  it('adds the facts that a check found stated and searches for what it found missing', async () => {
    const { ask, stub } = await open({
      'answer-attempt': (request) =>
        request.nth === 0
          ? { ...writtenFrom(request, [FOUNDED], 'Ada Lindqvist founded the company Norrfilm', 'Norrfilm'), ...rest }
          : careful(request),
      'confirm-answer': (request) => ({
        reasoning: 'The city is not stated.',
        verdict: request.nth === 0 ? 'unsupported' : 'supported',
        established: [`Ada Lindqvist founded Norrfilm [${numberOf(request, FOUNDED)}]`],
        missing: 'the city of Norrfilm',
        queries: ['In which city is the studio of Norrfilm?'],
      }),
    });
    const { answer, asked } = await ask(
      'In which large city of the north is the studio of the company of Ada Lindqvist?',
    );
    expect(asked.slice(0, 3)).toEqual(['answer-attempt', 'confirm-answer', 'answer-attempt']);
    const { user } = stub.requests[2]!;
    expect(user).toMatch(/<facts>\n1\. Ada Lindqvist founded Norrfilm \[\d+\]\n<\/facts>/);
    expect(user).toContain('An earlier answer was not supported: The city is not stated.');
    expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Umeå' });
  });

  it('shows only the sentences with the name from pages that just mention it', async () => {
    const filler = 'Nothing else of note happened in that long year. '.repeat(4);
    const pages = [
      ...PAGES.slice(0, 1),
      ...Array.from({ length: 8 }, (_, at) => ({
        id: `norrfilm-${at}`,
        title: `Norrfilm ${at}`,
        text: `Norrfilm is the name of series ${at}; in the city of Norrfilm series ${at} the studio plays a part.`,
      })),
      { id: 'town', title: 'Umeå', text: `${filler}The studio of Norrfilm gave work to many there. ${filler}` },
    ];
    const { ask, stub } = await open({ 'answer-attempt': careful }, pages);
    await ask(QUESTION);
    const shown = stub.requests
      .slice(1)
      .map(({ user }) => user.split('</sources>')[0]!)
      .join();
    expect(shown).toContain('The studio of Norrfilm gave work to many there.');
    expect(shown).not.toContain('Nothing else of note');
  });

  it('shows in part what an earlier call read in full', async () => {
    const both = 'Ada Lindqvist knew the company Norrfilm and its studio in the city. Cake was served.';
    const pages = [
      ...PAGES.slice(0, 1),
      { id: 'both', title: 'Friends', text: both },
      ...Array.from({ length: 6 }, (_, at) => ({
        id: `later-${at}`,
        title: `Later ${at}`,
        text: `Unseen at first, Norrfilm kept studio ${at} for rain.`,
      })),
    ];
    const { ask, stub } = await open({ 'answer-attempt': careful }, pages);
    await ask(QUESTION);
    const [first, second] = stub.requests.map(({ user }) => user.split('</sources>')[0]!);
    expect(first).toContain('Cake was served');
    expect(second).toContain('Ada Lindqvist knew the company Norrfilm and its studio in the city.');
    expect(second).not.toContain('Cake was served');
  });

  it('shows two new sources in full, and of the others the sentences with the name', async () => {
    const pages = [
      ...PAGES.slice(0, 1),
      ...Array.from({ length: 12 }, (_, at) => ({
        id: `series-${at}`,
        title: `Series ${at}`,
        text: `In the city of Norrfilm the studio plays a part in series ${at}. Cake was served.`,
      })),
    ];
    const { ask, stub } = await open({ 'answer-attempt': careful }, pages);
    await ask(QUESTION);
    const shown = stub.requests[1]!.user.split('</sources>')[0]!;
    expect(shown.match(/the studio plays a part/g)?.length).toBeGreaterThan(2);
    expect(shown.match(/Cake was served/g)?.length).toBe(2);
  });

  it('ranks the named thing’s own page before pages that mention it', async () => {
    const pages = [
      ...PAGES.slice(0, 1),
      {
        id: 'norrfilm',
        title: 'Norrfilm',
        text: 'Norrfilm makes documentaries.\n\nIt has won prizes.\n\nIts people sit in Umeå, by the river.',
      },
      ...Array.from({ length: 12 }, (_, at) => ({
        id: `partner-${at}`,
        title: `City studio ${at}`,
        text: `City studio ${at} is in a city. The studio of Norrfilm was its partner in that city in year ${at}.`,
      })),
    ];
    const { ask, stub } = await open({ 'answer-attempt': careful }, pages);
    await ask(QUESTION);
    const [first, second] = stub.requests.map(({ user }) => user.split('</sources>')[0]);
    expect(first).not.toContain('by the river');
    expect(second).toContain('by the river');
  });

  it('makes no further call if no page contains the name searched for', async () => {
    const { ask } = await open({
      'answer-attempt': () => unknown({ missing: ['the mayor'], queries: ['Who is the mayor of Zorgville?'] }),
    });
    const { answer, asked } = await ask('Who is the mayor of Zorgville?');
    expect(asked).toEqual(['answer-attempt']);
    expect(answer.verdict).toBe('unknown');
  });

  it('draws the facts of an answer from a single call', async () => {
    const { ask } = await open({ 'answer-attempt': careful }, PAGES.slice(0, 3));
    const { answer } = await ask(QUESTION);
    const drawn = answer.trace.findLast(({ name }) => name === 'reasoning-graph')!.data;
    expect(drawn).toMatchObject({
      nodes: [{ label: expect.stringContaining('Norrfilm, which Ada Lindqvist founded'), chosen: true }],
    });
  });

  it('checks an answer again if it lacks the figure asked for', async () => {
    const { ask, stub } = await open({
      'answer-attempt': (request) => ({
        ...writtenFrom(request, [FOUNDED], 'Ada Lindqvist founded the company Norrfilm', 'Norrfilm'),
        ...rest,
      }),
      'confirm-answer': () => ({ ...checked, reasoning: 'No year is given.', verdict: 'unsupported' }),
    });
    const { answer } = await ask('In which year did Ada Lindqvist found the company Norrfilm?');
    expect(stub.requests.map(({ task }) => task)).toContain('confirm-answer');
    expect(answer.verdict).toBe('unknown');
  });

  it('names a false premise', async () => {
    const { ask } = await open({
      'answer-attempt': (request) => ({
        ...written(`Ada Lindqvist founded Norrfilm in 1998, not in 1950 [${numberOf(request, FOUNDED)}].`, ''),
        verdict: 'invalid-premise',
        ...rest,
      }),
    });
    const { answer } = await ask('Why did Ada Lindqvist found Norrfilm in 1950?');
    expect(answer).toMatchObject({ verdict: 'invalid-premise', shortAnswer: '', citations: [{ documentId: 'ada' }] });
  });

  it('replaces a wrong figure by the calculator’s', async () => {
    const pages = [{ id: 'prices', title: 'Prices', text: 'A buoy costs 23,400 euros and a probe costs 1,290 euros.' }];
    const { ask } = await open(
      {
        'answer-attempt': (request) => ({
          ...writtenFrom(request, ['A buoy costs 23,400 euros'], 'Three buoys cost 70,000 euros', '70,000 euros'),
          ...rest,
          calculations: ['3 * 23400'],
        }),
      },
      pages,
    );
    const { answer } = await ask('What do three buoys cost?');
    expect(answer).toMatchObject({ shortAnswer: '70,200 euros', text: expect.stringContaining('70,200') });
  });

  it('leaves a figure that a source states, though it was worked with', async () => {
    const pages = [{ id: 'claims', title: 'Claims', text: 'We are liable for £1,300 per tonne of what is lost.' }];
    const { ask } = await open(
      {
        'answer-attempt': (request) => ({
          ...writtenFrom(
            request,
            ['We are liable for £1,300 per tonne'],
            'We are liable for £1,300 per tonne, so for all of £1,800 from some 1.38 tonnes on',
            '£1,300 per tonne',
          ),
          ...rest,
          calculations: ['1800 / 1300'],
        }),
        'confirm-answer': () => ({ ...checked, verdict: 'supported' }),
      },
      pages,
    );
    const { answer } = await ask('What are we liable for if goods of £1,800 are lost?');
    expect(answer).toMatchObject({
      shortAnswer: '£1,300 per tonne',
      text: expect.stringContaining('£1,300 per tonne'),
    });
  });

  it('searches for no guess without a name or a figure', async () => {
    const { ask, stub } = await open({
      'answer-attempt': ({ nth }) =>
        unknown({
          missing: ['whether Norrfilm is sold'],
          guess: ['no', 'it was sold'][nth] ?? '',
          queries: [`company number 2${nth}`],
        }),
    });
    await ask('Is the company that Ada Lindqvist founded sold?');
    const prompts = stub.requests.map(({ messages }) => JSON.stringify(messages)).join(' ');
    expect(prompts).toContain('company number 20');
    expect(prompts).not.toContain('whether Norrfilm is sold: no');
    expect(prompts).not.toContain('whether Norrfilm is sold: it was sold');
  });
});
