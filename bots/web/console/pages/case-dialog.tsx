import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { post, put } from '../../client/http.ts';
import type { CaseDetail, Told, Trial } from '../../console-api.ts';
import { useChange, useConsole, useHeld } from '../api.ts';
import { audience, Button, Dialog, Field, Icon, Loading, Problem, When } from '../ui.tsx';
import { AnswerText } from './answer-text.tsx';

/** Texts for the reasons of a thumb down. */
export const REASONS: Record<string, string> = {
  wrong: 'wrong',
  outdated: 'outdated',
  'not-grounded': 'not in the pages',
  'missing-source': 'a source is missing',
  other: 'something else',
};

/** A dialog for a case: the answer that was given, a form for the right answer, and a button that asks the question again. */
export const CaseDialog = ({ id, onClose }: { id: string; onClose(): void }) => {
  const { data, error, isLoading } = useConsole<CaseDetail>(`/quality/cases/${encodeURIComponent(id)}`);
  const { shown, hold, release } = useHeld(data);
  // Here and not in `CaseBody`, which is mounted again for each version of the case and would lose the result.
  const trial = useChange(() => post<Trial>(`/api/console/quality/cases/${encodeURIComponent(id)}/try`));
  return (
    <Dialog open onClose={onClose} title={data?.question ?? 'Case'} wide>
      <Problem error={error} />
      {isLoading && <Loading />}
      {shown && (
        <CaseBody key={shown.version} found={shown} onType={hold} onSaved={release} onClose={onClose} trial={trial} />
      )}
    </Dialog>
  );
};

/** State of the request that asks the case's question again with the original asker's scopes. */
interface TrialState {
  mutate(input: unknown): void;
  data: Trial | undefined;
  error: unknown;
  isPending: boolean;
}

const CaseBody = ({
  found,
  onType,
  onSaved,
  onClose,
  trial,
}: {
  found: CaseDetail;
  onType(): void;
  onSaved(): void;
  onClose(): void;
  trial: TrialState;
}) => {
  const last = found.origins.at(-1);
  return (
    <>
      {found.thread.length > 0 && <p className="muted">Asked after “{found.thread.at(-1)?.question}”.</p>}
      {last && (
        <section aria-label="What was answered">
          <h3 className="part-title">What Parley answered</h3>
          <div className="passage">
            <AnswerText text={last.answered.text} />
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
      <RightAnswer
        onType={onType}
        found={found}
        onRetired={onClose}
        onReviewed={() => {
          onSaved();
          trial.mutate(undefined);
        }}
      />
      <TryNow trial={trial} />
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

/**
 * A form for the right answer. Saving marks the case as reviewed for evals and can publish the answer as a page. After that,
 * the question is asked again, so that the reviewer sees the answer that the next person gets.
 */
const RightAnswer = ({
  found,
  onType,
  onRetired,
  onReviewed,
}: {
  found: CaseDetail;
  onType(): void;
  onRetired(): void;
  onReviewed(): void;
}) => {
  const proposed = found.answers[0] ?? found.origins.at(-1)?.answer ?? '';
  // A reviewed case may already have a page. Editing its words for evals must not replace that page by default.
  const [publish, setPublish] = useState(found.status !== 'reviewed');
  const save = useChange(
    (edits: CaseEdits) => put<CaseDetail>(`/api/console/quality/cases/${encodeURIComponent(found.id)}`, edits),
    ({ status }) => (status === 'retired' ? onRetired() : onReviewed()),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const full = String(form.get('full') ?? '').trim();
    const short = String(form.get('short') ?? '').trim() || firstSentence(full);
    const owner = String(form.get('owner') ?? '').trim();
    save.mutate({
      version: found.version,
      answers: [short],
      status: 'reviewed',
      owner: owner || null,
      ...(publish && { publish: { answer: full, scopes: scopesOf(form.get('scopes')) } }),
    });
  };
  const edit = (edits: Omit<CaseEdits, 'version'>) => save.mutate({ version: found.version, ...edits });
  return (
    <form className="form" onSubmit={submit} onInput={onType}>
      <h3 className="part-title">What is right</h3>
      <Field label="The right answer" hint="As a colleague should read it. Your name and the date go with it.">
        <textarea name="full" dir="auto" required rows={3} defaultValue={proposed} maxLength={20_000} />
      </Field>
      <label className="check">
        <input type="checkbox" checked={publish} onChange={(event) => setPublish(event.target.checked)} />{' '}
        {found.status === 'reviewed'
          ? "Give these words to the next person who asks, in place of the team's answer there is"
          : "Give it to the next person who asks, as a page of the team's answers"}
      </label>
      {publish && (
        <Field
          label="Who may see it"
          hint={`Asked on behalf of ${audience(found.scopes.filter((one) => !one.includes('\u001f')))}.`}
        >
          <input name="scopes" defaultValue="everyone" />
        </Field>
      )}
      <Field
        label="The words that matter (optional)"
        hint="Evals ask the question again and look for these words, such as “26 weeks”; for the first sentence if empty."
      >
        <input name="short" dir="auto" maxLength={2000} />
      </Field>
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

/** The default gold answer for evals when the reviewer names no words. */
const firstSentence = (text: string): string =>
  text.split(/(?<=[.!?])\s+(?=\p{Lu})|\n/u, 1)[0]?.replace(/[.!]$/, '') ?? text;

/** Reads scopes from a form field, separated by commas or line breaks; `everyone` when the field is empty. */
export const scopesOf = (value: FormDataEntryValue | null): string[] => {
  const named = String(value ?? '')
    .split(/[\n,]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return named.length > 0 ? named : ['everyone'];
};

/** A button that notifies everybody who gave a thumb down: in their thread, or at their next visit. */
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

const TryNow = ({ trial: { data, error, isPending, mutate } }: { trial: TrialState }) => (
  <section aria-label="Ask it now">
    <div className="try">
      <Button icon="again" disabled={isPending} onClick={() => mutate(undefined)}>
        {isPending ? 'Asking…' : 'Ask it now'}
      </Button>
      {data?.passes !== undefined && !isPending && (
        <span className={`badge ${data.passes ? '' : 'badge-warn'}`} role="status">
          {data.passes ? 'has the right answer' : 'not the right answer yet'}
        </span>
      )}
    </div>
    <Problem error={error} />
    {data && (
      <div className="passage" role="status">
        <AnswerText text={data.text} />
        {data.citations.length > 0 && (
          <p className="passage-place">From {data.citations.map(({ title }) => title).join(', ')}</p>
        )}
        {data.notices?.map((notice) => (
          <p key={notice} className="passage-place">
            {notice}
          </p>
        ))}
      </div>
    )}
  </section>
);
