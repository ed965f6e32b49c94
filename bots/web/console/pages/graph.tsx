import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { EntityGraph, EntityRow } from '../../console-api.ts';
import { useConsole } from '../api.ts';
import { Button, counted, Empty, Loading, PageHead, Problem } from '../ui.tsx';

const Drawing = lazy(() => import('./graph-drawing.tsx'));

/** Shows the facts around an entity as a graph and as a list, each with the passages that state it. */
export const GraphPage = () => {
  const { entity } = useSearch({ from: '/graph' });
  const navigate = useNavigate({ from: '/graph' });
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState('');
  const [edge, setEdge] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words.trim()), 250);
    return () => clearTimeout(timer);
  }, [words]);
  const names = useConsole<EntityRow[]>(`/entities?q=${encodeURIComponent(asked)}`, { enabled: asked !== '' });
  const graph = useConsole<EntityGraph>(`/graph?entity=${encodeURIComponent(entity ?? '')}`, {
    enabled: entity !== undefined,
  });
  const open = (id: string) => {
    setEdge(undefined);
    setWords('');
    void navigate({ search: { entity: id } });
  };
  const nameOf = new Map(graph.data?.nodes.map(({ id, name }) => [id, name]));
  const shown = graph.data?.edges.filter(({ id }) => edge === undefined || id === edge) ?? [];
  return (
    <>
      <PageHead
        title="Graph"
        about="What the pages state about a person, a team or a thing, and where they state it."
      />
      <div className="filters">
        <input
          dir="auto"
          type="search"
          aria-label="A name"
          placeholder="A name: a person, a team, a product"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      {asked !== '' && names.data && (
        <ul className="chips" aria-label="Names that match">
          {names.data.map(({ id, name }) => (
            <li key={id}>
              <button type="button" className="button" onClick={() => open(id)}>
                {name}
              </button>
            </li>
          ))}
          {names.data.length === 0 && <li className="muted">No name like this.</li>}
        </ul>
      )}
      <Problem error={graph.error} />
      {entity === undefined && (
        <Empty icon="graph" title="Start from a name">
          Type one that your pages speak of. Facts come from tables and property lists; with a model, from sentences
          too.
        </Empty>
      )}
      {graph.isLoading && entity !== undefined && <Loading />}
      {graph.data && (
        <div className="graph">
          <Suspense fallback={<Loading />}>
            <Drawing graph={graph.data} open={open} chosen={edge} choose={setEdge} />
          </Suspense>
          <section className="graph-facts" aria-label="Facts">
            <h2 className="part-title">
              {graph.data.center.name}: {counted(graph.data.edges.length, 'fact')}
              {graph.data.partial && ', the nearest'}
              {edge !== undefined && (
                <Button kind="quiet" onClick={() => setEdge(undefined)}>
                  Show all
                </Button>
              )}
            </h2>
            <ul className="fact-list">
              {shown.map((fact) => (
                <li key={fact.id}>
                  <details open={fact.id === edge}>
                    <summary>
                      <strong>{nameOf.get(fact.from)}</strong> {fact.predicate} <strong>{nameOf.get(fact.to)}</strong>
                    </summary>
                    {fact.passages.map(({ id, documentId, title, text }) => (
                      <blockquote key={id}>
                        <p className="passage-text">{text}</p>
                        <Link to="/pages" search={{ id: documentId, source: undefined, q: undefined }}>
                          {title}
                        </Link>
                      </blockquote>
                    ))}
                    {fact.passages.length === 0 && <p className="muted">It came without a page.</p>}
                  </details>
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
    </>
  );
};
