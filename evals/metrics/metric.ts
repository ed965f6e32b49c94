/** What a metric is called in `summary.json` and in gates, how it is drawn, and which way is better. */
export interface Metric {
  name: string;
  label: string;
  /** `share`: a fraction of 1; `score`: -1 to 1; `count`: a mean a question; `seconds`: wall time. */
  unit: 'share' | 'score' | 'count' | 'seconds';
  better: 'higher' | 'lower';
  /** True where a run may have no row that carries it: a bound on it is met then. */
  sometimes?: boolean;
  /** One line for a person who sees the name for the first time. */
  meaning: string;
}

const share = (name: string, label: string, meaning: string): Metric => ({
  name,
  label,
  unit: 'share',
  better: 'higher',
  meaning,
});

/** Every metric that a run may carry, in the order in which tables show them. Names are promises (docs/evals.md). */
export const metrics: readonly Metric[] = [
  share(
    'accuracy',
    'Accuracy',
    'the short answer says a gold answer; the question is refused where it should be; the false premise is named',
  ),
  share('em', 'Exact match', 'the short answer equals a gold answer after the official normalisation'),
  share('f1', 'F1', 'words shared by the short answer and the best gold answer, by the official scripts'),
  share('f1_stated', 'F1 without likely', 'F1 where a likely answer counts as none given'),
  {
    ...share('likely_precision', 'Likely, right', 'of the answers given as likely, those that are right'),
    sometimes: true,
  },
  {
    name: 'crag',
    label: 'CRAG score',
    unit: 'score',
    better: 'higher',
    meaning: '+1 a right answer, 0 none given, -1 a wrong one; the mean',
  },
  share('recall@2', 'Recall@2', 'share of the gold passages among the first 2 found'),
  share('recall@5', 'Recall@5', 'share of the gold passages among the first 5 found'),
  share('recall@10', 'Recall@10', 'share of the gold passages among the first 10 found'),
  share('all_gold@5', 'All gold@5', 'questions of which all gold passages are among the first 5 found'),
  {
    ...share('answer_in_context@5', 'Answer in context@5', 'a gold answer stands in one of the first 5 passages found'),
    sometimes: true,
  },
  share(
    'citation_precision',
    'Citation precision',
    'citations whose passage is real, is quoted correctly and supports the answer',
  ),
  share(
    'citation_recall',
    'Citation recall',
    'claims of the answer that carry a citation whose quote stands in its source',
  ),
  share('refusal_precision', 'Refusal precision', 'of the questions refused, those that had to be'),
  share('refusal_recall', 'Refusal recall', 'of the questions that have no answer, those refused'),
  share('false_premise_precision', 'False-premise precision', 'of the premises called false, those that are'),
  share('false_premise_recall', 'False-premise recall', 'of the false premises, those called so'),
  {
    name: 'leaks',
    label: 'Leaks',
    unit: 'count',
    better: 'lower',
    meaning: 'passages found a question that its asker may not see, the mean: 0, or the permissions have a hole',
  },
  share('entity_recall', 'Entity recall', 'of the entities of a long reference answer, those the answer names'),
  share('judge_correctness', 'Judged correct', 'a model judges that the answer agrees with the gold answer'),
  share('judge_faithfulness', 'Judged faithful', 'a model judges that the cited passages support the answer'),
  share(
    'judge_context_precision',
    'Judged context precision',
    'a model judges that the retrieved passages are relevant to the question',
  ),
  { name: 'calls', label: 'Model calls', unit: 'count', better: 'lower', meaning: 'model calls a question, the mean' },
  {
    name: 'tokens',
    label: 'Tokens',
    unit: 'count',
    better: 'lower',
    meaning: 'input and output tokens a question, the mean',
  },
  { name: 'seconds_p50', label: 'Seconds p50', unit: 'seconds', better: 'lower', meaning: 'the median answer time' },
  {
    name: 'seconds_p95',
    label: 'Seconds p95',
    unit: 'seconds',
    better: 'lower',
    meaning: 'nineteen of twenty answers came within',
  },
];

/** The metric of that name, a team's rubric too (`judge_NAME`); undefined for any other. */
export const metricNamed = (name: string): Metric | undefined =>
  metrics.find((metric) => metric.name === name) ?? ofRubric(name);

const ofRubric = (name: string): Metric | undefined => {
  const rubric = /^judge_([a-z][a-z0-9_]*)$/.exec(name)?.[1]?.replaceAll('_', ' ');
  return rubric === undefined
    ? undefined
    : share(name, `Judged: ${rubric}`, `a model judges that the answer meets the rubric “${rubric}”`);
};

/** The metrics among these names, in the order in which tables show them; rubrics stand behind the other judgements. */
export const metricsAmong = (names: Iterable<string>): Metric[] => {
  const wanted = new Set(names);
  const known = metrics.filter(({ name }) => wanted.has(name));
  const rubrics = [...wanted].filter((name) => !metrics.some((metric) => metric.name === name)).sort();
  const behind = known.findLastIndex(({ name }) => !COSTS.has(name)) + 1;
  return known.toSpliced(behind, 0, ...rubrics.flatMap((name) => ofRubric(name) ?? []));
};

const COSTS: ReadonlySet<string> = new Set(['calls', 'tokens', 'seconds_p50', 'seconds_p95']);

/** A value as tables print it: shares as percent with one decimal, the rest with what it needs. */
export const formatMetric = (name: string, value: number): string => {
  switch (metricNamed(name)?.unit) {
    case 'share':
      return (value * 100).toFixed(1);
    case 'score':
      return value.toFixed(3);
    case 'seconds':
      return value < 0.1 ? value.toFixed(4) : value.toFixed(2);
    default:
      return value >= 100 ? String(Math.round(value)) : value.toFixed(2);
  }
};
