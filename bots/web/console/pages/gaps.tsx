import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { post, put } from '../../client/http.ts';
import type { GapList } from '../../console-api.ts';
import type { Gap } from '../../quality/gaps.ts';
import { useChange, useConsole, useHeld } from '../api.ts';
import { Button, counted, Dialog, Empty, Field, Loading, PageHead, Problem, When } from '../ui.tsx';
import { scopesOf } from './case-dialog.tsx';

const SHOWN = { open: 'Open', answered: 'Answered', dismissed: 'Dismissed' } as const;

/** Gaps shown at first, and more with each press of the button below them: the browser draws hundreds slowly. */
const STEP = 50;

/** Lists groups of questions that no page answers. Answering one publishes a page for the next person who asks. */
export const GapsPage = () => {
  const { id, show = 'open' } = useSearch({ from: '/gaps' });
  const navigate = useNavigate({ from: '/gaps' });
  const { data, error, isLoading } = useConsole<GapList>('/quality/gaps');
  const open = (one: string | undefined) => void navigate({ search: (now) => ({ ...now, id: one }) });
  const [limit, setLimit] = useState(STEP);
  const gaps = data?.gaps.filter(({ status }) => status === show) ?? [];
  const { shown: chosen, hold, release } = useHeld(data?.gaps.find((gap) => gap.id === id));
  return (
    <>
      <PageHead
        title="Gaps"
        about="Questions of the last 90 days that no page answers, grouped by what they ask. Nobody's name is shown."
      />
      <fieldset className="chips" aria-label="State">
        {Object.entries(SHOWN).map(([status, name]) => (
          <button
            key={status}
            type="button"
            className="button chip"
            aria-pressed={show === status}
            onClick={() => {
              setLimit(STEP);
              void navigate({ search: { show: status, id: undefined } });
            }}
          >
            {name} <span className="muted">{data?.gaps.filter((gap) => gap.status === status).length ?? 0}</span>
          </button>
        ))}
      </fieldset>
      <Problem error={error} />
      {isLoading && <Loading />}
      {data && gaps.length === 0 && (
        <Empty icon="gap" title={show === 'open' ? 'No open gaps' : 'Nothing here'}>
          {show === 'open' && 'Every question of the last 90 days found an answer in the pages.'}
        </Empty>
      )}
      <ol className="cards">
        {gaps.slice(0, limit).map((gap) => (
          <li key={gap.id} className="card gap">
            <p className="gap-count">
              <strong>{gap.count}</strong>
              <span>{gap.count === 1 ? 'time' : 'times'}</span>
            </p>
            <div>
              <h2 className="card-title">
                <button type="button" className="link title-link" onClick={() => open(gap.id)}>
                  {gap.question}
                </button>
              </h2>
              <p className="card-place">
                {counted(gap.askers, 'person', 'people')}, last <When at={gap.lastAt} />
                {gap.owner ? `, with ${gap.owner}` : gap.proposedOwner && `, perhaps for ${gap.proposedOwner}`}
                {gap.answer && `, answered by ${gap.answer.by}`}
                {gap.sinceAnswered > 0 && `, asked ${counted(gap.sinceAnswered, 'time')} since without finding it`}
              </p>
              {gap.nearest.length > 0 && (
                <p className="card-place">
                  Nearest:{' '}
                  {gap.nearest.slice(0, 3).map(({ documentId, title }, at) => (
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
          </li>
        ))}
      </ol>
      {gaps.length > limit && (
        <div className="pager">
          <Button onClick={() => setLimit(limit + STEP)}>Show more ({gaps.length - limit})</Button>
        </div>
      )}
      {chosen && id === chosen.id && (
        <GapDialog
          key={chosen.version}
          gap={chosen}
          onType={hold}
          onSaved={release}
          onClose={() => {
            release();
            open(undefined);
          }}
        />
      )}
    </>
  );
};

const GapDialog = ({
  gap,
  onType,
  onSaved,
  onClose,
}: {
  gap: Gap;
  onType(): void;
  onSaved(): void;
  onClose(): void;
}) => {
  const path = `/api/console/quality/gaps/${encodeURIComponent(gap.id)}`;
  const answer = useChange(
    (body: { answer: string; scopes: string[]; leaveOut: string[] }) =>
      post(`${path}/answer`, { ...body, version: gap.version }),
    onClose,
  );
  const change = useChange(
    (body: { owner?: string; status?: 'open' | 'dismissed' }) => put(path, { ...body, version: gap.version }),
    onSaved,
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const kept = form.getAll('wording');
    answer.mutate({
      answer: String(form.get('answer') ?? ''),
      scopes: scopesOf(form.get('scopes')),
      leaveOut: gap.wordings.length > 1 ? gap.wordings.filter((wording) => !kept.includes(wording)) : [],
    });
  };
  const assign = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    change.mutate({ owner: String(new FormData(event.currentTarget).get('owner') ?? '') });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={gap.question}
      about={`Asked ${counted(gap.count, 'time')} by ${counted(gap.askers, 'person', 'people')} in ${gap.platforms.join(', ')}.`}
      wide
    >
      {gap.answer && (
        <p className="note-line">
          Answered by {gap.answer.by}, <When at={gap.answer.at} />.{' '}
          <Link to="/pages" search={{ id: gap.answer.documentId, source: undefined, q: undefined }}>
            See the page
          </Link>
        </p>
      )}
      <form className="form" onSubmit={submit} onInput={onType}>
        {gap.wordings.length > 1 && (
          <fieldset className="choice wordings">
            <legend>As people asked it</legend>
            <p className="field-hint">Untick what asks something else: it stays open by itself.</p>
            {gap.wordings.map((wording) => (
              <label key={wording} className="check">
                <input type="checkbox" name="wording" value={wording} defaultChecked /> {wording}
              </label>
            ))}
          </fieldset>
        )}
        <Field
          label={gap.answer ? 'A better answer' : 'The answer'}
          hint="Becomes a page of the team's answers with your name and the date. Whoever asks next gets it, cited."
        >
          <textarea name="answer" dir="auto" rows={5} required maxLength={20_000} />
        </Field>
        <Field label="Who may see it" hint="everyone, private, group:NAME.">
          <input name="scopes" defaultValue={gap.scopes.join(', ') || 'everyone'} />
        </Field>
        <Problem error={answer.error} />
        <div className="dialog-actions">
          <Button
            kind="quiet"
            onClick={() => change.mutate({ status: gap.status === 'dismissed' ? 'open' : 'dismissed' })}
          >
            {gap.status === 'dismissed' ? 'Open again' : 'Dismiss'}
          </Button>
          <Button kind="solid" type="submit" disabled={answer.isPending}>
            {answer.isPending ? 'Being read…' : 'Publish the answer'}
          </Button>
        </div>
      </form>
      <form className="filters" onSubmit={assign}>
        <input
          name="owner"
          aria-label="Who looks after it"
          placeholder={gap.proposedOwner ? `Perhaps ${gap.proposedOwner}` : 'Who looks after it'}
          defaultValue={gap.owner ?? gap.proposedOwner ?? ''}
        />
        <Button type="submit">Assign</Button>
      </form>
      <Problem error={change.error} />
    </Dialog>
  );
};
