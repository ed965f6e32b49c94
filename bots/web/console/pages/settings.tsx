import { useState } from 'react';
import type { SettingRow } from '../../settings-view.ts';
import { useConsole } from '../api.ts';
import { Loading, PageHead, Problem } from '../ui.tsx';

/** Every setting and where its value comes from; secrets are told apart from unset ones, and never shown. */
export const SettingsPage = () => {
  const { data, error, isLoading } = useConsole<SettingRow[]>('/admin/settings');
  const [all, setAll] = useState(false);
  const rows = data?.filter(({ source }) => all || source !== 'not set') ?? [];
  return (
    <>
      <PageHead
        title="Settings"
        about={
          <>
            Read from the environment and <code>.env</code> at the start. <code>parley doctor</code> checks each and its
            connection.
          </>
        }
      />
      <Problem error={error} />
      {isLoading && <Loading />}
      <label className="check">
        <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} /> Also those that are
        not set
      </label>
      <div className="table-frame">
        <table className="grid">
          <thead>
            <tr>
              <th scope="col">Setting</th>
              <th scope="col">Value</th>
              <th scope="col">From</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, value, secret, source }) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                <td>{secret && source === 'set' ? <span className="muted">set, not shown</span> : value}</td>
                <td>
                  <span className={`badge ${source === 'set' ? '' : 'badge-soft'}`}>{source}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
};
