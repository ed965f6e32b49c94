import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { caseStatuses } from '../../../../core/eval-case.ts';
import { post, put } from '../../client/http.ts';
import type { CaseDetail, CaseRow, Inbox, Told, Trial } from '../../console-api.ts';
import { useChange, useConsole } from '../api.ts';
import { audience, Button, counted, Dialog, Empty, Field, Icon, Loading, PageHead, Problem, When } from '../ui.tsx';

const NAMES: Record<string, string> = {
  '': 'All',
  'needs-answer': 'Needs an answer',
  new: 'To review',
  reviewed: 'Reviewed',
  retired: 'Retired',
};
const REASONS: Record<string, string> = {
  wrong: 'wrong',
  outdated: 'outdated',
  'not-grounded': 'not in the pages',
  'missing-source': 'a source is missing',
  other: 'something else',
};

/** What people thought of answers, as cases: each is answered, reviewed, and asked again by evals. */
export const InboxPage = () => {
  const { status, id } = useSearch({ from: '/inbox' });
  const navigate = useNavigate({ from: '/inbox' });
  const [before, setBefore] = useState<string[]>([]);
  const query = new URLSearchParams({ status: status ?? '', before: before.at(-1) ?? '' });
  const { data, error, isLoading } = useConsole<Inbox>(`/quality/cases?${query}`);
  const open = (one: string | undefined) => void navigate({ search: (now) => ({ ...now, id: one }) });
  const all = Object.values(data?.counts ?? {}).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <PageHead
        title="Feedback"
        about="Every thumb becomes a case. Write what is right once: it is kept as a test, and the next person who asks can get it."
      />
      <fieldset className="chips" aria-label="State">
        {['', ...caseStatuses].map((one) => (
          <button
            key={one}
            type="button"
            className="button chip"
            aria-pressed={(status ?? '') === one}
            onClick={() => {
              setBefore([]);
              void navigate({ search: { status: one || undefined, id: undefined } });
            }}
          >
            {NAMES[one]}{' '}
            <span className="muted">{one === '' ? all : (data?.counts[one as keyof Inbox['counts']] ?? 0)}</span>
          </button>
        ))}
      </fieldset>
      <Problem error={error} />
      {isLoading && <Loading />}
      {data?.cases.length === 0 && (
        <Empty icon="inbox" title="Nothing here">
          A thumb up or down under an answer, on any platform, comes in here.
        </Empty>
      )}
      <ul className="cards">
        {data?.cases.map((one) => (
          <CaseCard key={one.id} found={one} open={() => open(one.id)} />
        ))}
      </ul>
      {data !== undefined && data.hidden > 0 && (
        <p className="note-line">{counted(data.hidden, 'case')} cite pages that you may not see.</p>
      )}
      <div className="pager">
        {before.length > 0 && (
          <Button kind="quiet" onClick={() => setBefore(before.slice(0, -1))}>
            Newer
          </Button>
        )}
        {data?.next && <Button onClick={() => setBefore([...before, data.next ?? ''])}>Older</Button>}
      </div>
      {id !== undefined && <CaseDialog id={id} onClose={() => open(undefined)} />}
    </>
  );
};

const CaseCard = ({ found, open }: { found: CaseRow; open(): void }) => (
  <li className="card case">
    <span className={`thumb thumb-${found.rating ?? 'none'}`}>
      {found.rating && <Icon name={found.rating} />}
      <span className="visually-hidden">{found.rating === 'down' ? 'thumbs down' : 'thumbs up'}</span>
    </span>
    <div>
      <h2 className="card-title">
        <button type="button" className="link title-link" onClick={open}>
          {found.question}
        </button>
      </h2>
      <p className="card-place">
        {NAMES[found.status]}
        {found.reason && `, ${REASONS[found.reason] ?? found.reason}`}
        {found.waitsFor !== 'nothing' && `, waits for ${found.waitsFor}`}
        {found.owner && `, with ${found.owner}`}
        {found.count > 1 && `, ${counted(found.count, 'thumb')}`} · <When at={found.updatedAt} />
      </p>
    </div>
  </li>
);

const CaseDialog = ({ id, onClose }: { id: string; onClose(): void }) => {
  const { data, error, isLoading } = useConsole<CaseDetail>(`/quality/cases/${encodeURIComponent(id)}`);
  return (
    <Dialog open onClose={onClose} title={data?.question ?? 'Case'} wide>
      <Problem error={error} />
      {isLoading && <Loading />}
      {data && <CaseBody key={data.version} found={data} onClose={onClose} />}
    </Dialog>
  );
};

const CaseBody = ({ found, onClose }: { found: CaseDetail; onClose(): void }) => {
  const last = found.origins.at(-1);
  return (
    <>
      {found.thread.length > 0 && <p className="muted">Asked after “{found.thread.at(-1)?.question}”.</p>}
      {last && (
        <section aria-label="What was answered">
          <h3 className="part-title">What Parley answered</h3>
          <div className="passage">
            <p className="passage-text">{last.answered.text}</p>
            {last.cited.length > 0 && (
              <p className="passage-place">
                From{' '}
                {last.cited.map(({ documentId, title }, at) => (
                  <span key={documentId}>
                    {at > 0 && ', '}
                    <Link to="/pages" search={{ id: documentId, source: undefined, q: undefined }}>
                      {title}
                    </Link>
                  </span>
                ))}
              </p>
            )}
          </div>
          <ul className="plan">
            {found.origins.slice(-5).map((origin) => (
              <li key={`${origin.at}${origin.rating}`}>
                <Icon name={origin.rating} /> {origin.reason && (REASONS[origin.reason] ?? origin.reason)}
                {origin.comment && ` “${origin.comment}”`} <When at={origin.at} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <RightAnswer found={found} onClose={onClose} />
      <TryNow found={found} />
      {found.toTell > 0 && found.status === 'reviewed' && <Tell found={found} />}
      {found.edits.length > 0 && (
        <details className="more">
          <summary>History</summary>
          <ul className="plan">
            {found.edits.map(({ at, by, what }) => (
              <li key={`${at}${what}`}>
                <When at={at} /> {by ?? 'Parley'}: {what}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
};

interface CaseEdits {
  version: number;
  answers?: string[];
  answerable?: boolean;
  status?: CaseDetail['status'];
  owner?: string | null;
  publish?: { answer: string; scopes: string[] };
}

/** Writes the right answer: a reviewed case for evals, and a page for the next person who asks. */
const RightAnswer = ({ found, onClose }: { found: CaseDetail; onClose(): void }) => {
  const proposed = found.answers[0] ?? found.origins.at(-1)?.answer ?? '';
  const [publish, setPublish] = useState(true);
  const save = useChange(
    (edits: CaseEdits) => put<CaseDetail>(`/api/console/quality/cases/${encodeURIComponent(found.id)}`, edits),
    onClose,
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const answer = String(form.get('answer') ?? '').trim();
    const full = String(form.get('full') ?? '').trim() || answer;
    const owner = String(form.get('owner') ?? '').trim();
    save.mutate({
      version: found.version,
      answers: [answer],
      status: 'reviewed',
      owner: owner || null,
      ...(publish && { publish: { answer: full, scopes: scopesOf(form.get('scopes')) } }),
    });
  };
  const edit = (edits: Omit<CaseEdits, 'version'>) => save.mutate({ version: found.version, ...edits });
  return (
    <form className="form" onSubmit={submit}>
      <h3 className="part-title">What is right</h3>
      <Field
        label="The right answer, in short"
        hint="Evals ask the question again and look for these words: “26 weeks”."
      >
        <input name="answer" required defaultValue={proposed} maxLength={2000} />
      </Field>
      <label className="check">
        <input type="checkbox" checked={publish} onChange={(event) => setPublish(event.target.checked)} /> Give it to
        the next person who asks, as a page of the team's answers
      </label>
      {publish && (
        <>
          <Field
            label="As the page says it"
            hint="In full sentences; the short answer if empty. Your name and the date go with it."
          >
            <textarea name="full" rows={3} maxLength={20_000} />
          </Field>
          <Field
            label="Who may see it"
            hint={`Asked on behalf of ${audience(found.scopes.filter((one) => !one.includes('\u001f')))}.`}
          >
            <input name="scopes" defaultValue="everyone" />
          </Field>
        </>
      )}
      <Field label="Who looks after it">
        <input name="owner" defaultValue={found.owner ?? ''} maxLength={255} placeholder="priya@example.com" />
      </Field>
      <Problem error={save.error} />
      <div className="dialog-actions">
        <Button kind="quiet" onClick={() => edit({ status: 'retired' })}>
          Retire
        </Button>
        <Button kind="quiet" onClick={() => edit({ answerable: false, answers: [], status: 'reviewed' })}>
          “I don't know” is right
        </Button>
        <Button kind="solid" type="submit" disabled={save.isPending}>
          Save and review
        </Button>
      </div>
    </form>
  );
};

export const scopesOf = (value: FormDataEntryValue | null): string[] => {
  const named = String(value ?? '')
    .split(/[\n,]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return named.length > 0 ? named : ['everyone'];
};

/** Tells those who gave a thumb down that the question is answered now: in their thread, or at their next visit. */
const Tell = ({ found }: { found: CaseDetail }) => {
  const tell = useChange(() => post<Told>(`/api/console/quality/cases/${encodeURIComponent(found.id)}/tell`));
  return (
    <section aria-label="Tell the asker" className="try">
      <Button icon="bell" disabled={tell.isPending} onClick={() => tell.mutate(undefined)}>
        {found.toTell === 1 ? 'Tell the asker' : `Tell the ${found.toTell} askers`}
      </Button>
      <span className="field-hint">That their question is answered now, in their thread or at their next visit.</span>
      <Problem error={tell.error} />
    </section>
  );
};

/** Asks the question now, on the same behalf, and says whether the answer has the right words. */
const TryNow = ({ found }: { found: CaseDetail }) => {
  const ask = useChange(() => post<Trial>(`/api/console/quality/cases/${encodeURIComponent(found.id)}/try`));
  return (
    <section aria-label="Ask it now">
      <div className="try">
        <Button icon="again" disabled={ask.isPending} onClick={() => ask.mutate(undefined)}>
          {ask.isPending ? 'Asking…' : 'Ask it now'}
        </Button>
        {ask.data?.passes !== undefined && (
          <span className={`badge ${ask.data.passes ? '' : 'badge-warn'}`}>
            {ask.data.passes ? 'has the right answer' : 'not the right answer yet'}
          </span>
        )}
      </div>
      <Problem error={ask.error} />
      {ask.data && (
        <div className="passage" role="status">
          <p className="passage-text">{ask.data.text}</p>
          {ask.data.citations.length > 0 && (
            <p className="passage-place">From {ask.data.citations.map(({ title }) => title).join(', ')}</p>
          )}
        </div>
      )}
    </section>
  );
};
