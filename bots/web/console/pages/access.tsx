import type { AccessReport } from '../../../../runtime/access/report.ts';
import { useConsole } from '../api.ts';
import { Grid } from '../grid.tsx';
import { counted, Empty, Icon, Loading, PageHead, Problem } from '../ui.tsx';

/** Shows what the access file allows for each source and group and what a restart would change, like `parley access check`. */
export const AccessPage = () => {
  const { data, error, isLoading } = useConsole<AccessReport>('/admin/access');
  return (
    <>
      <PageHead
        title="Who sees what"
        about={
          <>
            What <code>access.yaml</code> means for each source and group, against what was in force when Parley last
            started. Nothing is changed here.
          </>
        }
      />
      <Problem error={error} />
      {isLoading && <Loading />}
      {data?.problems.map(({ line, message }) => (
        <p key={`${line}${message}`} className="problem" role="alert">
          <Icon name="info" /> Line {line}: {message}
        </p>
      ))}
      {data?.sources.length === 0 && <Empty icon="lock" title="There are no sources yet" />}
      {data && data.sources.length > 0 && (
        <Grid
          name="Sources"
          rows={data.sources}
          keyOf={({ source }) => source}
          columns={[
            { head: 'Source', cell: ({ source }) => <strong>{source}</strong> },
            { head: 'Pages', className: 'figure', cell: ({ pages }) => pages },
            {
              head: 'Seen by',
              cell: ({ audiences, before }) => (
                <>
                  {audiences.join(', ').replaceAll('-', ' ')}
                  {before && <span className="sub">before: {before.join(', ').replaceAll('-', ' ')}</span>}
                </>
              ),
            },
            {
              head: 'Rule',
              cell: ({ line }) => (line === undefined ? <span className="muted">none</span> : `line ${line}`),
            },
          ]}
        />
      )}
      {data && data.groups.length > 0 && (
        <>
          <h2 className="part-title">Groups</h2>
          <Grid
            name="Groups"
            rows={data.groups}
            keyOf={({ name }) => name}
            columns={[
              { head: 'Group', cell: ({ name }) => <strong>{name}</strong> },
              { head: 'People named', cell: ({ namedMembers }) => counted(namedMembers, 'person', 'people') },
              {
                head: 'Groups of platforms',
                cell: ({ platformGroups }) => platformGroups.join(', ') || <span className="muted">none</span>,
              },
              {
                head: 'Change',
                cell: ({ added, removed }) =>
                  [...added.map((one) => `+ ${one}`), ...removed.map((one) => `− ${one}`)].join(', ') || (
                    <span className="muted">none</span>
                  ),
              },
            ]}
          />
        </>
      )}
      {data && (
        <p className="note-line">
          Strangers see {data.strangers}. Allowed workspaces:{' '}
          {Array.isArray(data.workspaces) ? data.workspaces.join(', ') : data.workspaces}.
        </p>
      )}
    </>
  );
};
