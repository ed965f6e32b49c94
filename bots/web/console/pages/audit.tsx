import { useState } from 'react';
import type { AuditView } from '../../console-api.ts';
import { useConsole } from '../api.ts';
import { Button, Empty, Loading, PageHead, Problem, When } from '../ui.tsx';

/** Every change that somebody made in the console, newest first. */
export const Audit = () => {
  const [after, setAfter] = useState<string[]>([]);
  const from = after.at(-1);
  const { data, error, isLoading } = useConsole<AuditView>(
    `/admin/audit${from === undefined ? '' : `?after=${encodeURIComponent(from)}`}`,
  );
  return (
    <>
      <PageHead title="Changes" about="Who changed what here, and when. Records are added, never changed." />
      <Problem error={error} />
      {isLoading && <Loading />}
      {data?.records.length === 0 && <Empty icon="list" title="Nothing has been changed yet" />}
      {data && data.records.length > 0 && (
        <div className="table-frame">
          <table className="grid">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Who</th>
                <th scope="col">What</th>
                <th scope="col">To what</th>
                <th scope="col">Details</th>
              </tr>
            </thead>
            <tbody>
              {data.records.map(({ at, by, action, subject, details }) => (
                <tr key={`${at}${action}${subject}`}>
                  <td>
                    <When at={at} />
                  </td>
                  <td>{by}</td>
                  <td>
                    <span className="badge badge-soft">{action}</span>
                  </td>
                  <td>{subject}</td>
                  <td>{details && <code className="details">{JSON.stringify(details)}</code>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="pager">
        {after.length > 0 && (
          <Button kind="quiet" onClick={() => setAfter(after.slice(0, -1))}>
            Newer
          </Button>
        )}
        {data?.next && <Button onClick={() => setAfter([...after, data.next ?? ''])}>Older</Button>}
      </div>
    </>
  );
};
