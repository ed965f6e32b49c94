/** A change to a row's file that takes its box out: the words that are replaced, once, and what stands in their place. */
export interface Removal {
  from: string;
  to: string;
}

/**
 * How each box of docs/methods-in-code.md is taken out, by the box's name there. What does not compile under strict types still
 * runs: types are stripped.
 */
export const REMOVALS: Readonly<Record<string, Removal>> = {
  'A1 SAY decomposes the question': {
    from: 'return { queries: queries.length > 0 ? queries : [standalone] };',
    to: 'return { queries: [standalone] };',
  },
  'A2 DA answers from memory, beside SAY': {
    from: "return tree.next === 'root' ? ['say', 'da'] : tree.next;",
    to: "return tree.next === 'root' ? ['say'] : tree.next;",
  },
  'A3 RA retrieves for the query at hand': {
    from: 'const query = withAnswers(pendingQueries(tree, at)[0] ?? standalone, steps);',
    to: 'const query = standalone;',
  },
  'A4 QT asks on in other words': {
    from: "return output.kind === 'none' || queries.length === 0 ? [] : [{ queries: queries.slice(0, 3) }];",
    to: 'return [];',
  },
  'A5 SA sums up the steps of a path': {
    from: 'steps: stepsAt(tree, at), references, today }',
    to: 'steps: [], references, today }',
  },
  'SAY and DA at the root alone, SA ends': { from: "da: ['sa'],", to: "da: ['ra', 'sa']," },
  'At most 4 rounds of RA and QT': { from: 'rounds < options.maxRounds && room', to: 'room' },
  'At most 10 deep': { from: 'const last = node.depth >= options.maxDepth - 1;', to: 'const last = false;' },
  UCT: {
    from: 'exploration * Math.sqrt(Math.log(Math.max(1, parentVisits)) / visits)',
    to: 'exploration * Math.sqrt(Math.max(1, parentVisits) / visits)',
  },
  "UCT's weight of exploration, √2": { from: 'selectNode(tree, options.exploration)', to: 'selectNode(tree, 0)' },
  "A rollout's reward": { from: 'return checkAnswer(written, references, question).confidence;', to: 'return 0.1;' },
  'RA, SA and DA are drawn at .7 and .8': { from: '{ sampling: SAMPLING }', to: '{}' },
  'SAY and QT are drawn at 1': {
    from: 'sampling: { temperature: 1, topP: 1 }',
    to: 'sampling: { temperature: 0, topP: 1 }',
  },
  'Unvisited children first': { from: 'if (unvisited) return unvisited;', to: '' },
  'Rewards go up the path': {
    from: 'for (const node of [nodeAt(tree, 0), ...pathTo(tree, id)]) {',
    to: 'for (const node of [nodeAt(tree, id)]) {',
  },
  'The default follows what it pays for': { from: 'rollouts: 3,', to: 'rollouts: 1,' },
  'n samples of SAY': { from: 'options.samples.say ?? 1', to: '1' },
  'n samples of QT': { from: 'options.samples.qt ?? 1', to: '1' },
  'Outputs of one action are deduplicated': { from: 'if (seen.has(key)) continue;', to: '' },
  'L_max bounds the input tokens': { from: 'meter.usage().inputTokens + RESERVED_TOKENS > maxInputTokens || ', to: '' },
  'The answer is refined by one more SA': {
    from: "if (options.choose === 'refine' && !exhausted) {",
    to: 'if (false) {',
  },
  jcdScore: { from: 'return common / (a.size + b.size - common);', to: 'return common / Math.max(a.size, b.size);' },
  embScore: { from: 'mean(vectors.map((b) => dot(a, b)))', to: '0 * dot(a, a)' },
  'A pluggable scorer of trajectories': { from: "if (choose === 'scorer' && scorer) {", to: 'if (false) {' },
  'Lite: RA, QT, SA': { from: "actions: ['ra', 'qt', 'sa'] }", to: 'actions: AIRRAG.actions }' },
  'Blender: one SA over four strategies': {
    from: 'return { written: await refine(',
    to: 'return { written: answers[0] ?? await refine(',
  },
  'GC: several next steps below every open sink': {
    from: "const ways = options.structure === 'chain' ? 1 : options.samples;",
    to: 'const ways = 1;',
  },
  'GC: alike new steps are fused, with the edges of both': {
    from: 'parents: [...new Set([...a.parents, ...b.parents])] };',
    to: 'parents: a.parents };',
  },
  'GC: only above the threshold of similarity': {
    from: 'alike > similarity.threshold && canMerge(first, second)',
    to: 'canMerge(first, second)',
  },
  'GC: alike from a cosine of .9 on': { from: 'const MIN_COSINE = 0.9;', to: 'const MIN_COSINE = 0.3;' },
  'GC: goes on until every sink is final': {
    from: '!exhausted && !isFull && openSinks(graph).length > 0 && maxDepth(graph) < depth',
    to: '!exhausted && maxDepth(graph) < 1',
  },
  'GC: depth, width and budget bound it': { from: '&& maxDepth(graph) < depth;', to: '' },
  'GC: never a cycle': { from: 'const depth = maxDepth(graph) + 1;', to: 'const depth = maxDepth(graph);' },
  'KRA: k = 5 documents for each step': { from: 'k: 5,', to: 'k: 10,' },
  "KRA: a step's query holds the answers above it": {
    from: 'const { query = step.text } = step;',
    to: 'const query = step.text;',
  },
  'KRA: their aggregation': { from: 'facts = options.aggregation', to: 'facts = false' },
  'AG: sufficient iff the perplexity is below the threshold': {
    from: '!unknown && score < MAX_PERPLEXITY',
    to: 'true',
  },
  'AG: agreement among samples without log-probabilities': {
    from: 'agreed >= MIN_AGREEMENT',
    to: 'true',
  },
  'AG: paths whose every step is sufficient': {
    from: '({ sufficiency }) => sufficiency?.sufficient === true',
    to: '() => true',
  },
  'AG: none, and it refuses': {
    from: 'if (!first) return { written: refusal };',
    to: "if (!first) return { written: { ...refusal, verdict: 'answered', text: 'So it is.', shortAnswer: 'so' } };",
  },
  'AG: condition grows by each result': { from: 'const before = [...conditions];', to: 'const before = [];' },
  'AG: one call merges different answers': { from: 'if (others.length === 0 && !isOdd) return', to: 'return' },
  'Calls 1 and 2: thinking extends the question, entities of both': {
    from: 'return { names: output.entities };',
    to: 'return { names: [] };',
  },
  'Entities are linked': { from: 'return { linked };', to: 'return { linked: [] };' },
  'Main paths of at most maxHop hops': {
    from: "find_paths', { from, to: [...to], maxHops, limit: 500 }",
    to: "find_paths', { from, to: [...to], maxHops: 1, limit: 500 }",
  },
  'The next start is an entity that was reached': {
    from: '[...remaining].find((entity) => matched.has(entity)) ?? [...remaining][0]',
    to: '[...remaining][0]',
  },
  'Known walks are kept once': {
    from: 'if (!found.has(key)) found.set(key, path);',
    to: 'found.set(key + found.size, path);',
  },
  'Buckets by key entities first': {
    from: 'b.held - a.held || b.path.score - a.path.score',
    to: 'b.path.score - a.path.score',
  },
  'Then mean PageRank': { from: 'b.held - a.held || b.path.score - a.path.score', to: 'b.held - a.held' },
  'd = .85': { from: 'const DAMPING = 0.85;', to: 'const DAMPING = 0.5;' },
  topPaths: { from: 'scored.slice(0, top)', to: 'scored' },
  'Branches: not what is on a main path': { from: 'if (onPath.has(pair(triple)) || ', to: 'if (' },
  'Branches: within a relation the path’s entity alone': {
    from: ' || ends.some((end) => pathRelations.has(relationOf(end, triple)))) continue;',
    to: ') continue;',
  },
  'One call prunes whole triples': { from: 'branches.filter((_, at) => chosen.has(at + 1))', to: 'branches' },
  'The answer comes from paths and branches': {
    from: '[...paths.map(fromPath), ...branches.map(fromTriple)]',
    to: '[...paths.map(fromPath)]',
  },
  'The pages behind the edges of the walk are cited': { from: 'if (edge && page) pageOf.set(edge, page);', to: '' },
  'One entity: branches alone': {
    from: "linked.length === 1 ? 'neighbour-branches' : 'main-paths'",
    to: "'main-paths'",
  },
  'None linked: said, and passages serve': { from: "if (exhausted || linked.length === 0) return 'search';", to: '' },
  'None linked is told': { from: 'if (linked.length === 0) context.trace(', to: 'if (false) context.trace(' },
  'Plan: JSON steps of {thought, question, action}': {
    from: 'const planned = [first, ...others];',
    to: 'const planned = [first];',
  },
  'Plan: a step that answers retrieves nothing': {
    from: "planned[at]?.action === 'answer' ? [] : await search()",
    to: 'await search()',
  },
  'Act: answers from numbered sources': {
    from: '{ mainQuestion: standalone, question, steps, references: sources, today },',
    to: '{ mainQuestion: standalone, question, steps, references: [], today },',
  },
  'Act: only the cited sources are kept': { from: 'references: cited,', to: 'references: sources,' },
  'Review: searches with the preliminary answer': {
    from: 'const query = preliminary || question;',
    to: 'const query = question;',
  },
  'Review: passages and graph': {
    from: '[coarse(context, query), searchGraphFor(context, query)]',
    to: '[coarse(context, query)]',
  },
  'Review: REVISED takes the answer’s place': {
    from: "output.verdict === 'revised' ? output.answer : ",
    to: "output.verdict === 'revised' ? (answer?.answer ?? '') : ",
  },
  'Review: UNCONFIDENT asks the new question': {
    from: 'question: output.question.trim() || question,',
    to: 'question,',
  },
  'Review: a bounded number of times': { from: ' && stepAtHand.tries < MAX_TRIES', to: '' },
  'Refine: the next question with the answer': {
    from: 'question: output.question.trim() || next, tries',
    to: 'question: next, tries',
  },
  'Refine: a step that needs what was not found is not asked (ours)': {
    from: 'if (unanswered.length > 0) {',
    to: 'if (unanswered.length > 9) {',
  },
  'The final answer from question and trajectory': {
    from: '{ question: standalone, steps, references',
    to: '{ question: standalone, steps: [], references',
  },
  'The final answer from the cited sources': {
    from: 'references: references.slice(-MAX_SOURCES), today',
    to: 'references: [], today',
  },
  'Coarse is dense': {
    from: "retrieval === 'layered'\n        ? searchNearest(context, question)",
    to: 'false\n        ? searchNearest(context, question)',
  },
  '2: tables as references of their own': { from: 'const found = tables\n', to: 'const found = false\n' },
  '3: attributes by a majority of samples': {
    from: '(one[1] > best[1] ? one : best)',
    to: '(one[1] < best[1] ? one : best)',
  },
  '3: five demonstrations': { from: 'demonstrations: DEMONSTRATIONS };', to: 'demonstrations: [] };' },
  '3: or by the SVM on sentence vectors': { from: 'if (!encoder) return undefined;', to: 'return undefined;' },
  "3: the SVM's largest margin": {
    from: 'margins.indexOf(Math.max(...margins))',
    to: 'margins.indexOf(Math.min(...margins))',
  },
  '3: only with the vectors that it was trained on': {
    from: 'probe.length === expected.length && dot(probe, expected) >= MIN_PROBE_COSINE',
    to: 'true',
  },
  '3: or by a classifier of words': { from: "bySvm ?? (attributes === 'classifier' && ", to: 'bySvm ?? (false && ' },
  '3: dynamic and not covered: "I don’t know"': {
    from: "isDynamic(state) && state.references.length === 0 && !state.exhausted ? 'give-up' : [...MODULES]",
    to: '[...MODULES]',
  },
  '3: a page that is older than the answer keeps is not shown': {
    from: 'return { references: fresh };',
    to: 'return { references };',
  },
  '4: samples propose expressions, an evaluator computes them': {
    from: 'if (!calculator || references.length === 0) return {};',
    to: 'return {};',
  },
  '4: the sources of the figures are cited': {
    from: 'return calculation.sources.map(',
    to: 'return marker;\n    calculation.sources.map(',
  },
  '5: the model’s own answer is one more reference': { from: 'if (!memory) return {};', to: 'return {};' },
  '5: never the answer by itself': {
    from: "if (references.every(({ kind }) => kind === 'memory')) return { written: nothingFound };",
    to: '',
  },
  '6: functions over the graph, by tool calling': {
    from: 'if (!graph || !(await hasFactsAbout(context, standalone))) return {};',
    to: 'return {};',
  },
  '7: false premise: "invalid question"': {
    from: "if (output.falsePremise && falsePremise) return 'invalid-premise';",
    to: '',
  },
  '7: any "I don’t know" is exactly that': {
    from: "if (!output.answerable || saysUnknown(output.text) || saysUnknown(output.shortAnswer)) return 'unknown';",
    to: "if (!output.answerable) return 'unknown';",
  },
  '8: the backup summariser': { from: "(unreadable ? 'summarise' : END)", to: 'END' },
  'The model chooses its look-ups, in a loop, until it answers': {
    from: 'hasCalls: calls.length > 0,',
    to: 'hasCalls: false,',
  },
  'Calls of one turn side by side, each answered under its id': {
    from: 'new Map(answers.map((answer) => [answer.tool_call_id, answer]))',
    to: "new Map(answers.map((answer) => ['', answer]))",
  },
  'It is told its budget, and answers before it ends': {
    from: 'mustAnswer: !allowsTurn(left, transcript, [...state.references, ...references]),',
    to: 'mustAnswer: false,',
  },
  'The same call is made once, a source shown once': {
    from: 'const fresh = numbered.filter(({ n }) => !shown.has(n));',
    to: 'const fresh = numbered;',
  },
  'Bounds on calls at once': { from: 'calls.slice(0, MAX_CALLS_AT_ONCE)', to: 'calls' },
  'Bounds on turns': { from: 'return turns > 1 && seconds', to: 'return seconds' },
  'A model without tool calling': {
    from: 'if (!takesFunctions(model, functions)) return asOutput();',
    to: '',
  },
  'Exactly one link is missing': {
    from: 'missing.length === 1 && isOnlyCandidate(output)',
    to: 'isOnlyCandidate(output)',
  },
  'The candidate stands in a source that is cited': {
    from: 'isLikely &&\n    !isLikelyBySources(',
    to: 'false &&\n    !isLikelyBySources(',
  },
  'What no source states stands beside the answer, not in it': {
    from: 'cited.length > 0 || !unconfirmed.some((link) => repeatsLink(link, text))',
    to: 'cited.length >= 0 || !unconfirmed.some((link) => repeatsLink(link, text))',
  },
  'A link that no reader would doubt needs no source: an answer, not `likely`': {
    from: '{UNDOUBTED} The verdict is likely, in place of unknown, when the sources name',
    to: '{""} The verdict is likely, in place of unknown, when the sources name',
  },
  'A setting turns it off': { from: 'allowsLikely !== false && !capabilities.compact', to: '!capabilities.compact' },
  '`auto` searches for the missing link once, and weighs the answer by the whole rule': {
    from: "queries.length > 0 && !retryQueries ? 'start-searches' : 'answer-attempt';",
    to: "'answer-attempt';",
  },
  'A guess of the missing link that a page found names is weighed by the whole rule': {
    from: 'return { maybeLikely: guessesOneLink(attempt, standalone, sources) };',
    to: 'return {};',
  },
  'A page that gives orders is likely at most': {
    from: "      verdict: 'likely',\n      confidence",
    to: "      verdict: 'answered',\n      confidence",
  },
  'A link is missing beside it too: unknown': { from: "if (output.verdict !== 'answered') return undefined;", to: '' },
};
