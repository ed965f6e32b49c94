import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import type { SearchTrial, SourceView } from '../../console-api.ts';
import { useConsole } from '../api.ts';
import { Button, counted, Empty, Loading, PageHead, Problem } from '../ui.tsx';
import { beginningOf, PassageText } from './passage-text.tsx';

/** Values of the type filter: kinds of passages, and the most common file types. */
const TYPES = ['page', 'table', 'chat', 'pdf', 'word', 'excel', 'powerpoint', 'markdown', 'html', 'csv', 'email'];

/** Length to which a hit's text is cut; its link opens the whole passage. */
const MAX_SHOWN_CHARS = 420;

/** Runs the same search as an answer would, and shows why each passage matched. */
export const SearchTrialPage = () => {
  const { q, source, type, after, before } = useSearch({ from: '/search' });
  const navigate = useNavigate({ from: '/search' });
  const sources = useConsole<SourceView[]>('/sources');
  const asked = { q, source, type, after, before };
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, value ?? '']));
  const found = useConsole<SearchTrial>(`/search?${query}`, { enabled: q !== undefined });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = (name: string) => String(form.get(name) ?? '').trim() || undefined;
    void navigate({
      search: {
        q: given('q'),
        source: given('source'),
        type: given('type'),
        after: given('after'),
        before: given('before'),
      },
    });
  };
  const best = found.data?.hits[0]?.score ?? 1;
  return (
    <>
      <PageHead title="Try a search" about="The passages that an answer would be made from, in their order, and why." />
      <form className="filters" onSubmit={submit}>
        <input
          dir="auto"
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
        <select name="type" aria-label="Type" defaultValue={type ?? ''}>
          <option value="">All types</option>
          {TYPES.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
        <label>
          changed after <input name="after" type="date" defaultValue={after} />
        </label>
        <label>
          before <input name="before" type="date" defaultValue={before} />
        </label>
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
          {found.data.hits.length > 0 && found.data.notice && ` ${found.data.notice}`}
        </p>
      )}
      {q === undefined && (
        <Empty icon="search" title="Ask as a colleague would">
          You see which passages are found and what brought each there: words, a title, a link, a name, the meaning. A
          phrase in quotes stands in every hit word for word.
        </Empty>
      )}
      {found.data?.hits.length === 0 && (
        <Empty icon="search" title="Nothing found">
          {found.data.notice ?? 'No page that you may see speaks of this.'}
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
              <PassageText text={beginningOf(hit.text, MAX_SHOWN_CHARS)} name={`passage ${at + 1}`} />
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
