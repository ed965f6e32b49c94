import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { onDroppedFiles } from '../../client/dropped-files.ts';
import { post } from '../../client/http.ts';
import type { ForgetView, JobView, SourceView } from '../../console-api.ts';
import { useChange, useConsole, useMay } from '../api.ts';
import type { SourceKind } from '../source-kinds.ts';
import { audience, Button, counted, Dialog, Empty, Icon, Loading, PageHead, Problem, When } from '../ui.tsx';
import { AddSource } from './add-source.tsx';
import { JobLine } from './job-line.tsx';

/** Polling interval of the list of jobs. Sources are polled half as often, and only while a job is running. */
const POLL_MS = 700;

/** Lists the sources with their freshness and failures; admins add, sync and forget them here. */
export const Sources = () => {
  const { add } = useSearch({ from: '/sources' });
  const [adding, setAdding] = useState<SourceKind | undefined>(add);
  const [forgetting, setForgetting] = useState<string>();
  const [dropped, setDropped] = useState<readonly File[]>([]);
  const navigate = useNavigate({ from: '/sources' });
  const closeAdding = () => {
    setAdding(undefined);
    setDropped([]);
    if (add) void navigate({ search: {}, replace: true });
  };
  const mayChange = useMay('admin');
  const isClosed = adding === undefined;
  useEffect(() => {
    if (!mayChange || !isClosed) return;
    return onDroppedFiles((files) => {
      setDropped(files);
      setAdding('files');
    });
  }, [mayChange, isClosed]);
  const jobs = useConsole<JobView[]>('/jobs', { every: POLL_MS });
  const running = jobs.data?.some(({ state }) => state === 'running') ?? false;
  const sources = useConsole<SourceView[]>('/sources', { every: running ? POLL_MS * 2 : false });
  const ended = jobs.data?.filter(({ state }) => state !== 'running').length;
  const { refetch } = sources;
  // Reloads the sources when a job ends, since a short job may end between two polls.
  useEffect(() => {
    if (ended) void refetch();
  }, [ended, refetch]);
  const known = new Set(sources.data?.map(({ id }) => id));
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  // A new source exists only once its first page is stored, so until then its job gets a card. A job that stored no page keeps
  // its card, with the reasons, until the person dismisses it.
  const coming = (jobs.data ?? []).filter(
    (job, index, all) =>
      !known.has(job.source) &&
      !hidden.has(job.id) &&
      (job.state !== 'done' || readNothing(job)) &&
      all.findIndex((one) => one.source === job.source) === index,
  );
  return (
    <>
      <PageHead
        title="Sources"
        about="Where Parley's pages come from. It reads each again at its interval, and keeps only what changed."
      >
        {mayChange && (
          <Button kind="solid" icon="plus" onClick={() => setAdding('web')}>
            Add a source
          </Button>
        )}
      </PageHead>
      <Problem error={sources.error} />
      {sources.isLoading && <Loading />}
      {sources.data?.length === 0 && coming.length === 0 && (
        <Empty icon="stack" title="Nothing has been read yet">
          Add a folder, a web site, or drop some files: questions can be asked as soon as the first page is in.
        </Empty>
      )}
      <ul className="cards">
        {coming.map((job) => (
          <li key={job.id} className="card">
            <div className="card-head">
              <h2 className="card-title">{job.source}</h2>
              {job.state !== 'running' && (
                <Button kind="quiet" icon="close" onClick={() => setHidden(new Set([...hidden, job.id]))}>
                  Put away
                </Button>
              )}
            </div>
            <JobLine job={job} listsFailures />
          </li>
        ))}
        {sources.data?.map((source) => (
          <SourceCard
            key={source.id}
            source={source}
            job={jobs.data?.find((job) => job.source === source.id)}
            mayChange={mayChange}
            forget={() => setForgetting(source.id)}
          />
        ))}
      </ul>
      {mayChange && <AddSource shown={adding} dropped={dropped} onShow={setAdding} onClose={closeAdding} />}
      {forgetting !== undefined && <Forget id={forgetting} onClose={() => setForgetting(undefined)} />}
    </>
  );
};

/** True for a job that stored no page because of failures: no source exists that could list these failures. */
const readNothing = ({ report }: JobView): boolean =>
  report !== undefined && report.failed.length > 0 && report.added + report.updated + report.unchanged === 0;

const SourceCard = ({
  source,
  job,
  mayChange,
  forget,
}: {
  source: SourceView;
  job: JobView | undefined;
  mayChange: boolean;
  forget(): void;
}) => {
  const sync = useChange((what: 'sync' | 'dry-run' | 'retry') =>
    post<JobView>(`/api/console/sources/${encodeURIComponent(source.id)}/sync`, { what }),
  );
  const busy = job?.state === 'running';
  const isOurs = source.uploaded || source.isTeamAnswers;
  const skipped = Object.values(source.skipped).reduce((sum, { count }) => sum + count, 0);
  return (
    <li className="card">
      <div className="card-head">
        <div>
          <h2 className="card-title">
            {source.id}
            {source.isSample && <span className="badge">sample</span>}
            {!isOurs && <span className="badge badge-soft">{source.kind}</span>}
          </h2>
          <p className="card-place">
            {source.uploaded
              ? 'Files that were uploaded here'
              : source.isTeamAnswers
                ? 'Answers that people of the team wrote under Feedback and Gaps'
                : source.location}
          </p>
        </div>
        {mayChange && (
          <div className="card-actions">
            <Button icon="again" disabled={busy} onClick={() => sync.mutate('sync')}>
              Sync now
            </Button>
            <Button kind="quiet" disabled={busy} onClick={() => sync.mutate('dry-run')}>
              Dry run
            </Button>
            <Button kind="quiet" icon="erase" onClick={forget}>
              Forget
            </Button>
          </div>
        )}
      </div>
      <dl className="facts">
        <div>
          <dt>Pages</dt>
          <dd>
            <Link to="/pages" search={{ source: source.id, q: undefined, id: undefined }}>
              {source.documents.toLocaleString('en')}
            </Link>
          </dd>
        </div>
        <div>
          <dt>Passages</dt>
          <dd>{source.passages.toLocaleString('en')}</dd>
        </div>
        <div>
          <dt>Last read</dt>
          <dd>
            <When at={source.syncedAt} />
          </dd>
        </div>
        <div>
          <dt>Seen by</dt>
          <dd>{source.rule ?? audience(source.scopes)}</dd>
        </div>
      </dl>
      <Problem error={sync.error} />
      {job && <JobLine job={job} />}
      {source.failures.length > 0 && (
        <details className="failures">
          <summary>
            <Icon name="info" /> {counted(source.failed, 'page')} could not be read
          </summary>
          <ul>
            {source.failures.map(({ input, message, remedy }) => (
              <li key={input}>
                <code>{input}</code>
                <p>
                  {message} {remedy}
                </p>
              </li>
            ))}
            {source.unlisted > 0 && (
              <li>
                And {source.unlisted.toLocaleString('en')} more: <code>parley sources {source.id}</code> lists all.
              </li>
            )}
          </ul>
          {mayChange && (
            <Button icon="again" disabled={busy} onClick={() => sync.mutate('retry')}>
              Read just these again
            </Button>
          )}
        </details>
      )}
      {skipped > 0 && (
        <details className="failures quiet-details">
          <summary>{counted(skipped, 'file')} passed over on purpose</summary>
          <ul>
            {Object.entries(source.skipped).map(([reason, { count, files }]) => (
              <li key={reason}>
                {count.toLocaleString('en')}: {reason}
                {files.map((file) => (
                  <div key={file}>
                    <code>{file}</code>
                  </div>
                ))}
                {count > files.length && <div>and {(count - files.length).toLocaleString('en')} more</div>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
};

/** A dialog that forgets a source, after a dry run has shown what that would remove. */
const Forget = ({ id, onClose }: { id: string; onClose(): void }) => {
  const look = useChange(() => post<ForgetView>('/api/console/forget', { id, dryRun: true }));
  const remove = useChange(() => post<ForgetView>('/api/console/forget', { id, dryRun: false }), onClose);
  const { data } = look;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Forget ${id}?`}
      about="Removes its pages, their passages, tables, vectors, and the facts that only they state. It cannot be undone; adding the source again reads it anew."
    >
      {data && (
        <ul className="receipt">
          {Object.entries(data.removed).map(([what, count]) => (
            <li key={what}>
              <strong>{Number(count).toLocaleString('en')}</strong> {what}
            </li>
          ))}
        </ul>
      )}
      <Problem error={look.error ?? remove.error} />
      <div className="dialog-actions">
        <Button kind="quiet" onClick={onClose}>
          Keep it
        </Button>
        {/* Keys of their own: one element for both would fade from the one into the other below the mouse. */}
        {data ? (
          <Button
            key="forget"
            kind="danger"
            icon="erase"
            disabled={remove.isPending}
            onClick={() => remove.mutate(undefined)}
          >
            Forget it
          </Button>
        ) : (
          <Button key="look" kind="solid" disabled={look.isPending} onClick={() => look.mutate(undefined)}>
            See what would go
          </Button>
        )}
      </div>
    </Dialog>
  );
};
