import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import type { SearchTrial, SourceView } from '../../console-api.ts';
import { useConsole } from '../api.ts';
import { Button, counted, Empty, Loading, PageHead, Problem } from '../ui.tsx';

/** A search as an answer would make it, with the reason why each passage stands where it does. */
export const SearchTrialPage = () => {
  const { q, source } = useSearch({ from: '/search' });
  const navigate = useNavigate({ from: '/search' });
  const sources = useConsole<SourceView[]>('/sources');
  const query = new URLSearchParams({ q: q ?? '', source: source ?? '' });
  const found = useConsole<SearchTrial>(`/search?${query}`, { enabled: q !== undefined });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void navigate({
      search: { q: String(form.get('q') ?? '').trim() || undefined, source: String(form.get('source')) || undefined },
    });
  };
  const best = found.data?.hits[0]?.score ?? 1;
  return (
    <>
      <PageHead title="Try a search" about="The passages that an answer would be made from, in their order, and why." />
      <form className="filters" onSubmit={submit}>
        <input
          name="q"
          type="search"
          aria-label="Question"
          placeholder="A question, as somebody asks it"
          defaultValue={q}
        />
        <select name="source" aria-label="Source" defaultValue={source ?? ''}>
          <option value="">All sources</option>
          {sources.data?.map(({ id }) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </select>
        <Button kind="solid" type="submit" icon="search">
          Search
        </Button>
      </form>
      <Problem error={found.error} />
      {found.isLoading && q !== undefined && <Loading />}
      {found.data && (
        <p className="muted" role="status">
          {counted(found.data.hits.length, 'passage')} in {found.data.ms} ms, by{' '}
          {found.data.mode === 'fused' ? 'words, links and meaning' : 'words and links'}.
          {found.data.corrections.map(({ from, to }) => ` Read “${from}” as “${to}”.`)}
          {found.data.notice && ` ${found.data.notice}`}
        </p>
      )}
      {q === undefined && (
        <Empty icon="search" title="Ask as a colleague would">
          You see which passages are found and what brought each there: words, a title, a link, a name, the meaning.
        </Empty>
      )}
      {found.data?.hits.length === 0 && (
        <Empty icon="search" title="Nothing found">
          No page that you may see speaks of this.
        </Empty>
      )}
      <ol className="hits">
        {found.data?.hits.map((hit, at) => (
          <li key={hit.passageId} className="card hit">
            <span className="rank" aria-hidden="true">
              {at + 1}
            </span>
            <div>
              <h2 className="card-title">
                <Link to="/pages" search={{ id: hit.documentId, source: undefined, q: undefined }}>
                  {hit.title}
                </Link>
              </h2>
              {hit.headings.length > 0 && <p className="passage-place">{hit.headings.join(' › ')}</p>}
              <p className="passage-text">{hit.text.slice(0, 420)}</p>
              <ul className="reasons" aria-label="Why it stands here">
                {hit.why.map((why) => (
                  <li key={why}>{why}</li>
                ))}
              </ul>
              <meter
                min={0}
                max={best}
                value={hit.score}
                aria-label={`Score ${hit.score.toFixed(3)}`}
                title={`Score ${hit.score.toFixed(3)}, comparable within this search alone`}
              />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
};
