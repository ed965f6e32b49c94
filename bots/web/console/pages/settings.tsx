import { useState } from 'react';
import type { SettingRow } from '../../../../runtime/setting-rows.ts';
import { post } from '../../client/http.ts';
import type { RetentionView, SettingsCheck } from '../../console-api.ts';
import { useChange, useConsole } from '../api.ts';
import { Grid } from '../grid.tsx';
import { Button, counted, Icon, Loading, PageHead, Problem, When } from '../ui.tsx';

const SOURCES: Record<SettingRow['source'], string> = {
  environment: 'environment',
  file: '.env',
  default: 'default',
  'not set': 'not set',
};
const isGiven = ({ source }: SettingRow): boolean => source === 'environment' || source === 'file';

/** Lists all settings with the origin of each value, checks them as `parley doctor` does, and shows the retention periods. */
export const SettingsPage = () => {
  const { data, error, isLoading } = useConsole<SettingRow[]>('/admin/settings');
  const [all, setAll] = useState(false);
  const rows = data?.filter(({ source }) => all || source !== 'not set') ?? [];
  const check = useChange(() => post<SettingsCheck>('/api/console/admin/settings/check'));
  return (
    <>
      <PageHead
        title="Settings"
        about={
          <>
            Read from the environment and <code>.env</code> at the start; a change needs a restart. The check is what{' '}
            <code>parley doctor</code> does.
          </>
        }
      >
        <Button kind="solid" icon="check" disabled={check.isPending} onClick={() => check.mutate(undefined)}>
          {check.isPending ? 'Checking…' : 'Check them'}
        </Button>
      </PageHead>
      <Problem error={error ?? check.error} />
      {check.data && <Findings found={check.data} />}
      <Retention />
      {isLoading && <Loading />}
      <h2 className="part-title">All settings</h2>
      <label className="check">
        <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} /> Also those that are
        not set
      </label>
      <Grid
        name="Settings and their values"
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { head: 'Setting', cell: ({ name }) => <code>{name}</code> },
          {
            head: 'Value',
            cell: (row) => (row.secret && isGiven(row) ? <span className="muted">set, not shown</span> : row.value),
          },
          {
            head: 'From',
            cell: (row) => <span className={`badge ${isGiven(row) ? '' : 'badge-soft'}`}>{SOURCES[row.source]}</span>,
          },
        ]}
      />
    </>
  );
};

const STATES = { ok: 'works', off: 'not used', broken: 'broken' } as const;

/** The findings of the check, broken parts first. */
const Findings = ({ found }: { found: SettingsCheck }) => {
  const order = ['broken', 'ok', 'off'];
  const broken = found.filter(({ state }) => state === 'broken').length;
  return (
    <section aria-label="What the check found">
      <p className="note-line" role="status">
        {broken === 0 ? 'All that is set works.' : `${counted(broken, 'part')} ${broken === 1 ? 'is' : 'are'} broken.`}
      </p>
      <ul className="trail">
        {found
          .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
          .map(({ what, state, detail, remedy }) => (
            <li key={`${what}${detail}`}>
              <p className="trail-what">
                <span className={`badge ${state === 'broken' ? 'badge-warn' : state === 'off' ? 'badge-soft' : ''}`}>
                  {STATES[state]}
                </span>{' '}
                <strong>{what}</strong>: {detail}
              </p>
              {remedy && <p className="trail-when">{remedy}</p>}
            </li>
          ))}
      </ul>
    </section>
  );
};

/** Shows how long threads and audit records are kept, what the next run will delete, and what the last run deleted. */
const Retention = () => {
  const { data, error } = useConsole<RetentionView>('/admin/retention');
  if (error) return <Problem error={error} />;
  if (!data) return null;
  const { threadDays, changeDays, due, last } = data;
  const days = (count: number | undefined) => (count === undefined ? 'for good' : counted(count, 'day'));
  return (
    <section aria-label="Retention" className="card">
      <h2 className="card-title">
        <Icon name="erase" /> Retention
      </h2>
      <dl className="facts">
        <div>
          <dt>Threads, after the last question</dt>
          <dd>{days(threadDays)}</dd>
        </div>
        <div>
          <dt>The trail of changes</dt>
          <dd>{days(changeDays)}</dd>
        </div>
        <div>
          <dt>Due by now</dt>
          <dd>
            {counted(due.threads, 'thread')}, {counted(due.changes, 'change')}
          </dd>
        </div>
        <div>
          <dt>Last run</dt>
          <dd>
            <When at={last?.at} />
            {last && `: ${counted(last.threads, 'thread')}, ${counted(last.changes, 'change')}`}
          </dd>
        </div>
      </dl>
      <p className="card-place">
        <code>PARLEY_RETENTION_DAYS</code> and <code>PARLEY_AUDIT_RETENTION_DAYS</code> say how long; what is older is
        deleted once a day, and <strong>Changes</strong> says how much that was. Cases and team answers stay.
      </p>
    </section>
  );
};
