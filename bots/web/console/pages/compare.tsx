import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Verdict } from '../../../../core/answer.ts';
import { post } from '../../client/http.ts';
import { quoteText } from '../../client/markdown.ts';
import type { ComparedAnswer, CompareQuestion, CompareView } from '../../console-api.ts';
import { useConsole } from '../api.ts';
import { Button, Empty, Loading, PageHead, Problem } from '../ui.tsx';
import { AnswerText } from './answer-text.tsx';

const VERDICTS: Record<Verdict, string> = {
  answered: 'answered',
  likely: 'likely',
  unknown: 'not found',
  'invalid-premise': 'rests on something false',
  declined: 'declined',
  smalltalk: 'no question',
};
const whole = (value: number): string => Math.round(value).toLocaleString('en');

/** Answers a question with two strategies, one after the other so that neither slows down the other. */
export const ComparePage = () => {
  const { data, error, isLoading } = useConsole<CompareView>('/quality/compare');
  const [asked, setAsked] = useState<CompareQuestion[]>([]);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const answerOf = (at: number) => (wanted: CompareQuestion[]) =>
    post<ComparedAnswer>('/api/console/quality/compare', wanted[at], stop.current.signal);
  const right = useMutation({ mutationFn: answerOf(1) });
  const left = useMutation({
    mutationFn: answerOf(0),
    // A failure of the first strategy does not stop the second; the Stop button stops both.
    onSettled: (_, __, wanted) => {
      if (stop.current.signal.aborted) setAsked(wanted.slice(0, 1));
      else if (wanted.length > 1) right.mutate(wanted);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const question = String(form.get('question') ?? '').trim();
    const wanted = form.getAll('strategy').map((strategy) => ({ question, strategy: String(strategy) }));
    stop.current = new AbortController();
    right.reset();
    setAsked(wanted);
    left.mutate(wanted);
  };
  const busy = left.isPending || right.isPending;
  return (
    <>
      <PageHead
        title="Compare"
        about="One question answered by two strategies, one after the other, from the pages that you may see. Nothing of it is kept or counted in Usage."
      />
      {isLoading && <Loading />}
      {data && !data.model && (
        <p className="note-line" role="note">
          No model is set, so Parley only quotes: there is one strategy, and nothing to lay beside it. With{' '}
          <code>PARLEY_MODEL</code> set, two stand here.
        </p>
      )}
      {data && (
        <CompareForm strategies={data.strategies} busy={busy} submit={submit} stop={() => stop.current.abort()} />
      )}
      <Problem error={error} />
      {asked.length === 0 && data && (
        <Empty icon="columns" title="Ask as a colleague would">
          You see both answers with their sources, and what each cost: model calls, tokens and seconds.
        </Empty>
      )}
      <div className="sides">
        {asked.map(({ strategy }, at) => (
          <Side key={at === 0 ? 'left' : 'right'} strategy={strategy} {...sideOf(at === 0 ? left : right)} />
        ))}
      </div>
    </>
  );
};

const sideOf = ({ data, error, isPending }: { data?: ComparedAnswer; error: unknown; isPending: boolean }) => ({
  answer: data,
  error,
  isPending,
});

const CompareForm = ({
  strategies,
  busy,
  submit,
  stop,
}: {
  strategies: readonly string[];
  busy: boolean;
  submit(event: FormEvent<HTMLFormElement>): void;
  stop(): void;
}) => {
  // Compares the default strategy with plain RAG (`vanilla`), which shows the effect of more than one search.
  const second = strategies.find((one) => one === 'vanilla') ?? strategies[1];
  return (
    <form className="filters" onSubmit={submit}>
      <input
        dir="auto"
        name="question"
        required
        maxLength={4000}
        aria-label="Question"
        placeholder="A question, as somebody asks it"
      />
      {[strategies[0], second].map(
        (chosen, at) =>
          chosen !== undefined && (
            <select
              key={at === 0 ? 'first' : 'second'}
              name="strategy"
              aria-label={at === 0 ? 'First strategy' : 'Second strategy'}
              defaultValue={chosen}
            >
              {strategies.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          ),
      )}
      <Button kind="solid" type="submit" icon="columns" disabled={busy}>
        {busy ? 'Asking…' : strategies.length > 1 ? 'Ask both' : 'Ask'}
      </Button>
      {busy && (
        <Button icon="stop" onClick={stop}>
          Stop
        </Button>
      )}
    </form>
  );
};

const Side = ({
  strategy,
  answer,
  error,
  isPending,
}: {
  strategy: string;
  answer: ComparedAnswer | undefined;
  error: unknown;
  isPending: boolean;
}) => (
  <section className="card" aria-label={strategy} aria-busy={isPending}>
    <h2 className="card-title">
      {strategy}
      {answer && (
        <span className={`badge ${answer.verdict === 'answered' ? '' : 'badge-soft'}`}>{VERDICTS[answer.verdict]}</span>
      )}
      {answer?.mode === 'quote' && <span className="badge badge-soft">quoted</span>}
    </h2>
    {!answer && !error && (
      <p className="loading" role="status">
        {isPending ? 'Asking…' : 'Waits for the first answer.'}
      </p>
    )}
    <Problem error={error} />
    {answer && <Answered answer={answer} />}
  </section>
);

const Answered = ({ answer: { text, citations, usage, notices = [] } }: { answer: ComparedAnswer }) => (
  <>
    <dl className="facts">
      <Fact name="Model calls" value={whole(usage.calls)} />
      <Fact name={usage.estimated ? 'Tokens, about' : 'Tokens'} value={whole(usage.inputTokens + usage.outputTokens)} />
      <Fact name="Seconds" value={usage.seconds.toFixed(usage.seconds < 10 ? 2 : 0)} />
      <Fact name="Sources" value={whole(citations.length)} />
    </dl>
    <AnswerText text={text} citations={citations} />
    {citations.length > 0 && (
      <ol className="cited" aria-label="Sources">
        {citations.map(({ n, documentId, title, quote, kind }) => (
          <li key={n}>
            {n}.{' '}
            {kind === 'live' ? (
              title
            ) : (
              <Link to="/pages" search={{ id: documentId, source: undefined, q: undefined }}>
                {title}
              </Link>
            )}
            <q>{quoteText(quote)}</q>
          </li>
        ))}
      </ol>
    )}
    {notices.map((notice) => (
      <p key={notice} className="note-line">
        {notice}
      </p>
    ))}
  </>
);

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
