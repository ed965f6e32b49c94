import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { post } from '../../client/http.ts';
import type { DocumentDetail, DocumentList, DocumentRow, ForgetView, SourceView } from '../../console-api.ts';
import { useChange, useConsole, useMay } from '../api.ts';
import { Grid } from '../grid.tsx';
import { audience, Button, counted, Dialog, Empty, Loading, PageHead, Problem, When } from '../ui.tsx';
import { PassageText } from './passage-text.tsx';

/** Lists all pages, filtered by source and title. A page opens in a dialog with its passages and tables. */
export const Documents = () => {
  const { source, q, id } = useSearch({ from: '/pages' });
  const navigate = useNavigate({ from: '/pages' });
  const [words, setWords] = useState(q ?? '');
  const [after, setAfter] = useState<string[]>([]);
  const sources = useConsole<SourceView[]>('/sources');
  const query = new URLSearchParams({ source: source ?? '', q: q ?? '' });
  const from = after.at(-1);
  if (from !== undefined) query.set('after', from);
  const list = useConsole<DocumentList>(`/documents?${query}`);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (words === (q ?? '')) return;
      setAfter([]);
      void navigate({ search: (now) => ({ ...now, q: words || undefined }), replace: true });
    }, 250);
    return () => clearTimeout(timer);
  }, [words, q, navigate]);
  const open = (page: string | undefined) => void navigate({ search: (now) => ({ ...now, id: page }) });
  return (
    <>
      <PageHead title="Pages" about="Every page as Parley keeps it: its passages, its tables, and who may see them." />
      <div className="filters">
        <input
          dir="auto"
          type="search"
          aria-label="Words of the title"
          placeholder="Words of the title"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <select
          aria-label="Source"
          value={source ?? ''}
          onChange={(event) => {
            setAfter([]);
            void navigate({ search: (now) => ({ ...now, source: event.target.value || undefined }) });
          }}
        >
          <option value="">All sources</option>
          {sources.data?.map(({ id: name, documents }) => (
            <option key={name} value={name}>
              {name} ({documents})
            </option>
          ))}
        </select>
      </div>
      <Problem error={list.error} />
      {list.isLoading && <Loading />}
      {list.data?.documents.length === 0 && (
        <Empty icon="page" title="No page matches">
          Try fewer words, or another source.
        </Empty>
      )}
      {list.data && list.data.documents.length > 0 && <DocumentTable rows={list.data.documents} open={open} />}
      <div className="pager">
        {after.length > 0 && (
          <Button kind="quiet" onClick={() => setAfter(after.slice(0, -1))}>
            Back
          </Button>
        )}
        {list.data?.next && <Button onClick={() => setAfter([...after, list.data?.next ?? ''])}>More pages</Button>}
      </div>
      {id !== undefined && <DocumentDialog id={id} onClose={() => open(undefined)} />}
    </>
  );
};

const DocumentTable = ({ rows, open }: { rows: readonly DocumentRow[]; open(id: string): void }) => (
  <Grid
    name="Pages"
    rows={rows}
    keyOf={({ id }) => id}
    columns={[
      {
        head: 'Title',
        cell: ({ id, title }) => (
          <button type="button" className="link" onClick={() => open(id)}>
            {title || id}
          </button>
        ),
      },
      { head: 'Source', cell: ({ sourceId }) => sourceId },
      { head: 'Passages', className: 'figure', cell: ({ passages }) => passages },
      {
        head: 'Changed',
        cell: ({ updatedAt }) => (updatedAt ? <When at={updatedAt} /> : <span className="muted">not said</span>),
      },
      { head: 'Read', cell: ({ fetchedAt }) => <When at={fetchedAt} /> },
    ]}
  />
);

const DocumentDialog = ({ id, onClose }: { id: string; onClose(): void }) => {
  const { data, error, isLoading } = useConsole<DocumentDetail>(`/document?id=${encodeURIComponent(id)}`);
  const mayChange = useMay('admin');
  const forget = useChange(() => post<ForgetView>('/api/console/forget', { id, dryRun: false }), onClose);
  return (
    <Dialog open onClose={onClose} title={data?.title || id} about={id} wide>
      <Problem error={error ?? forget.error} />
      {isLoading && <Loading />}
      {data && (
        <>
          <dl className="facts">
            <div>
              <dt>Source</dt>
              <dd>{data.sourceId}</dd>
            </div>
            <div>
              <dt>Seen by</dt>
              <dd>
                {audience(data.scopes)}
                {data.rule && `, of those: ${data.rule}`}
              </dd>
            </div>
            <div>
              <dt>Read</dt>
              <dd>
                <When at={data.fetchedAt} />
              </dd>
            </div>
            {data.url && (
              <div>
                <dt>Original</dt>
                <dd>
                  <a href={data.url} rel="noreferrer" target="_blank">
                    open
                  </a>
                </dd>
              </div>
            )}
          </dl>
          {data.content ? <Content {...data.content} /> : <p>Your own access does not reach this page's text.</p>}
          {mayChange && (
            <div className="dialog-actions">
              <Button
                kind="danger"
                icon="erase"
                onClick={() =>
                  confirm(`Forget “${data.title}”? It stays away when its source is read again.`) &&
                  forget.mutate(undefined)
                }
              >
                Forget this page
              </Button>
            </div>
          )}
        </>
      )}
    </Dialog>
  );
};

const Content = ({ passages, tables }: NonNullable<DocumentDetail['content']>) => (
  <>
    <h3 className="part-title">{counted(passages.length, 'passage')}</h3>
    <ol className="passages">
      {passages.map(({ id, kind, headings, text }, at) => (
        <li key={id} className={`passage passage-${kind}`}>
          {headings.length > 0 && <p className="passage-place">{headings.join(' › ')}</p>}
          <PassageText text={text} name={`passage ${at + 1}`} />
        </li>
      ))}
    </ol>
    {tables.length > 0 && <h3 className="part-title">{counted(tables.length, 'table')}</h3>}
    {tables.map(({ id, caption, columns, rows }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
      <section key={id} className="table-frame" tabIndex={0} aria-label={caption || 'Table'}>
        <table className="grid">
          {caption && <caption>{caption}</caption>}
          <thead>
            <tr>
              {columns.map((path, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have an order and no other name
                <th key={at} scope="col">
                  {path.join(' › ')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, 50).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have an order and no other name
              <tr key={at}>
                {row.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have an order and no other name
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    ))}
  </>
);
