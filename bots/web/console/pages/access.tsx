import type { AccessReport } from '../../../../runtime/access/report.ts';
import { useConsole } from '../api.ts';
import { counted, Empty, Icon, Loading, PageHead, Problem, TableFrame } from '../ui.tsx';

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
        <TableFrame name="Sources">
          <table className="grid">
            <thead>
              <tr>
                <th scope="col">Source</th>
                <th scope="col" className="figure">
                  Pages
                </th>
                <th scope="col">Seen by</th>
                <th scope="col">Rule</th>
              </tr>
            </thead>
            <tbody>
              {data.sources.map(({ source, pages, audiences, line, before }) => (
                <tr key={source}>
                  <td>
                    <strong>{source}</strong>
                  </td>
                  <td className="figure">{pages}</td>
                  <td>
                    {audiences.join(', ').replaceAll('-', ' ')}
                    {before && <span className="sub">before: {before.join(', ').replaceAll('-', ' ')}</span>}
                  </td>
                  <td>{line === undefined ? <span className="muted">none</span> : `line ${line}`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
      {data && data.groups.length > 0 && (
        <>
          <h2 className="part-title">Groups</h2>
          <TableFrame name="Groups">
            <table className="grid">
              <thead>
                <tr>
                  <th scope="col">Group</th>
                  <th scope="col">People named</th>
                  <th scope="col">Groups of platforms</th>
                  <th scope="col">Change</th>
                </tr>
              </thead>
              <tbody>
                {data.groups.map(({ name, namedMembers, platformGroups, added, removed }) => (
                  <tr key={name}>
                    <td>
                      <strong>{name}</strong>
                    </td>
                    <td>{counted(namedMembers, 'person', 'people')}</td>
                    <td>{platformGroups.join(', ') || <span className="muted">none</span>}</td>
                    <td>
                      {[...added.map((one) => `+ ${one}`), ...removed.map((one) => `− ${one}`)].join(', ') || (
                        <span className="muted">none</span>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableFrame>
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
