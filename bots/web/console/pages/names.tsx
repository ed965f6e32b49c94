import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../client/http.ts';
import type { MergedNames, NamePair } from '../../console-api.ts';
import { useChange, useConsole, useMay } from '../api.ts';
import { Button, Empty, Loading, PageHead, Problem } from '../ui.tsx';

/** Lists merged names with the reason and the pages that state it; admins can separate two names and undo that. */
export const NamesPage = () => {
  const { data, error, isLoading } = useConsole<MergedNames>('/names');
  const mayChange = useMay('admin');
  const [words, setWords] = useState('');
  const [last, setLast] = useState<NamePair>();
  const separate = useChange(
    ({ name, other }: NamePair) => post('/api/console/names/separate', { name, other }),
    undefined,
  );
  const rejoin = useChange(({ name, other }: NamePair) => post('/api/console/names/rejoin', { name, other }));
  const wanted = words.trim().toLowerCase();
  const joined = data?.joined.filter(({ name, other }) => `${name} ${other}`.toLowerCase().includes(wanted)) ?? [];
  const busy = separate.isPending || rejoin.isPending;
  return (
    <>
      <PageHead
        title="Names"
        about="Names that count as one person, team or thing when facts are followed, and why. Two that are not one can be taken apart; reading their pages again does not join them."
      />
      <Problem error={error ?? separate.error ?? rejoin.error} />
      {isLoading && <Loading />}
      {last && !busy && separate.isSuccess && (
        <p className="note-line" role="status">
          {last.name} and {last.other} are two things now.{' '}
          <button
            type="button"
            className="link"
            onClick={() => {
              rejoin.mutate(last);
              setLast(undefined);
            }}
          >
            Undo
          </button>
        </p>
      )}
      {data && data.joined.length > 0 && (
        <div className="filters">
          <input
            dir="auto"
            type="search"
            aria-label="A name"
            placeholder="Words of a name"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </div>
      )}
      {data?.joined.length === 0 && (
        <Empty icon="graph" title="No two names count as one">
          Pages join names that they state as one: “World Health Organization (WHO)”, “also known as”.
        </Empty>
      )}
      <ul className="trail" hidden={joined.length === 0} aria-label="Names that count as one">
        {joined.map((one) => (
          <li key={`${one.name} ${one.reason} ${one.other}`} className="card-head">
            <div>
              <p className="trail-what">
                <strong>{one.name}</strong> {one.reason} <strong>{one.other}</strong>
              </p>
              <p className="trail-when">
                {one.documentIds.map((id) => (
                  <Link key={id} to="/pages" search={{ id, source: undefined, q: undefined }}>
                    {id}
                  </Link>
                ))}
              </p>
            </div>
            {mayChange && (
              <Button
                disabled={busy}
                aria-label={`Take apart: ${one.name} and ${one.other}`}
                onClick={() => {
                  setLast(one);
                  separate.mutate(one);
                }}
              >
                Take apart
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data?.partial && <p className="note-line">There are more; these are the first.</p>}
      {data && data.separated.length > 0 && (
        <>
          <h2 className="part-title">Taken apart</h2>
          <ul className="trail" aria-label="Taken apart">
            {data.separated.map((one) => (
              <li key={`${one.name} ${one.other}`} className="card-head">
                <p className="trail-what">
                  <strong>{one.name}</strong> is not <strong>{one.other}</strong>
                </p>
                <Button
                  kind="quiet"
                  disabled={busy}
                  aria-label={`Join again: ${one.name} and ${one.other}`}
                  onClick={() => rejoin.mutate(one)}
                >
                  Join again
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
};
