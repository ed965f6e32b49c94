import { post } from '../../client/http.ts';
import type { JobView } from '../../console-api.ts';
import { useChange, useMay } from '../api.ts';
import { Button, counted, Icon } from '../ui.tsx';

const DOES: Record<JobView['what'], string> = {
  add: 'Reading',
  sync: 'Syncing',
  'dry-run': 'Looking what would change',
  retry: 'Reading again what failed',
  upload: 'Reading the uploaded files',
};

/** Shows the progress or the result of a job. @param listsFailures lists failed pages, when nothing else on the page does */
export const JobLine = ({ job, listsFailures = false }: { job: JobView; listsFailures?: boolean }) => {
  const stop = useChange(() => post(`/api/console/jobs/${job.id}/stop`));
  const mayStop = useMay('admin');
  if (job.state === 'running') {
    const { done = 0, total, input, phase } = job.progress ?? {};
    return (
      <div className="job" role="status">
        <div className="job-words">
          <span>
            {phase === 'encoding' ? 'Encoding passages' : DOES[job.what]}…{' '}
            {total !== undefined
              ? `${done.toLocaleString('en')} of ${counted(total, 'page')}`
              : done > 0 && counted(done, 'page')}
          </span>
          {input && <code>{input}</code>}
        </div>
        <progress
          max={total ?? 1}
          value={total === undefined ? undefined : done}
          aria-label={`${job.source}: progress`}
        />
        {mayStop && (
          <Button kind="quiet" icon="stop" onClick={() => stop.mutate(undefined)}>
            Stop
          </Button>
        )}
      </div>
    );
  }
  if (job.state === 'stopped') return <p className="job-end">Stopped; what was read is kept.</p>;
  if (job.error) {
    return (
      <p className="problem" role="alert">
        <Icon name="info" />
        {job.error.message} {job.error.remedy}
      </p>
    );
  }
  const { added = 0, updated = 0, deleted = 0, unchanged = 0, failed = [], failedPages = 0, plan } = job.report ?? {};
  const verb = job.what === 'dry-run' ? 'A sync would' : 'The last run';
  const said = [
    added > 0 && `${job.what === 'dry-run' ? 'add' : 'added'} ${counted(added, 'page')}`,
    updated > 0 && `${job.what === 'dry-run' ? 'update' : 'updated'} ${updated.toLocaleString('en')}`,
    deleted > 0 && `${job.what === 'dry-run' ? 'delete' : 'deleted'} ${deleted.toLocaleString('en')}`,
    failedPages > 0 && `could not read ${failedPages.toLocaleString('en')}`,
  ].filter(Boolean);
  return (
    <div className="job-end">
      <p role="status">
        {said.length > 0
          ? `${verb} ${said.join(', ')}.`
          : `${verb} ${job.what === 'dry-run' ? 'change' : 'changed'} nothing; ${counted(unchanged, 'page')} ${unchanged === 1 ? 'is' : 'are'} up to date.`}
      </p>
      {plan && plan.length > 0 && (
        <ul className="plan">
          {plan.slice(0, 20).map(({ id, does }) => (
            <li key={id}>
              <span className="badge badge-soft">{does}</span> <code>{id}</code>
            </li>
          ))}
        </ul>
      )}
      {(listsFailures || job.what === 'dry-run') && failed.length > 0 && (
        <ul className="plan">
          {failed.slice(0, 5).map(({ input, message, remedy }) => (
            <li key={input}>
              <code>{input}</code>: {message} {remedy}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
