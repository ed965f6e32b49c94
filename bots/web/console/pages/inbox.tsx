import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { caseStatuses } from '../../../../core/eval-case.ts';
import type { CaseRow, Inbox } from '../../console-api.ts';
import { useConsole } from '../api.ts';
import { Button, counted, Empty, Icon, Loading, PageHead, Problem, When } from '../ui.tsx';
import { CaseDialog, REASONS } from './case-dialog.tsx';

const NAMES: Record<string, string> = {
  '': 'All',
  'needs-answer': 'Needs an answer',
  new: 'To review',
  reviewed: 'Reviewed',
  retired: 'Retired',
};

/** The feedback inbox: rated answers as cases, which reviewers answer and evals ask again. */
export const InboxPage = () => {
  const { status, id } = useSearch({ from: '/inbox' });
  const navigate = useNavigate({ from: '/inbox' });
  const [before, setBefore] = useState<string[]>([]);
  const query = new URLSearchParams({ status: status ?? '', before: before.at(-1) ?? '' });
  const { data, error, isLoading } = useConsole<Inbox>(`/quality/cases?${query}`);
  const open = (one: string | undefined) => void navigate({ search: (now) => ({ ...now, id: one }) });
  const all = Object.values(data?.counts ?? {}).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <PageHead
        title="Feedback"
        about="Every thumb becomes a case. Write what is right once: it is kept as a test, and the next person who asks can get it."
      />
      <fieldset className="chips" aria-label="State">
        {['', ...caseStatuses].map((one) => (
          <button
            key={one}
            type="button"
            className="button chip"
            aria-pressed={(status ?? '') === one}
            onClick={() => {
              setBefore([]);
              void navigate({ search: { status: one || undefined, id: undefined } });
            }}
          >
            {NAMES[one]}{' '}
            <span className="muted">{one === '' ? all : (data?.counts[one as keyof Inbox['counts']] ?? 0)}</span>
          </button>
        ))}
      </fieldset>
      <Problem error={error} />
      {isLoading && <Loading />}
      {data?.cases.length === 0 && (
        <Empty icon="inbox" title="Nothing here">
          A thumb up or down under an answer, on any platform, comes in here.
        </Empty>
      )}
      <ul className="cards">
        {data?.cases.map((one) => (
          <CaseCard key={one.id} found={one} open={() => open(one.id)} />
        ))}
      </ul>
      {data !== undefined && data.hidden > 0 && (
        <p className="note-line">{counted(data.hidden, 'case')} cite pages that you may not see.</p>
      )}
      <div className="pager">
        {before.length > 0 && (
          <Button kind="quiet" onClick={() => setBefore(before.slice(0, -1))}>
            Newer
          </Button>
        )}
        {data?.next && <Button onClick={() => setBefore([...before, data.next ?? ''])}>Older</Button>}
      </div>
      {id !== undefined && <CaseDialog id={id} onClose={() => open(undefined)} />}
    </>
  );
};

const CaseCard = ({ found, open }: { found: CaseRow; open(): void }) => (
  <li className="card case">
    <span className={`thumb thumb-${found.rating ?? 'none'}`}>
      {found.rating && <Icon name={found.rating} />}
      <span className="visually-hidden">{found.rating === 'down' ? 'thumbs down' : 'thumbs up'}</span>
    </span>
    <div>
      <h2 className="card-title">
        <button type="button" className="link title-link" onClick={open}>
          {found.question}
        </button>
      </h2>
      <p className="card-place">
        {NAMES[found.status]}
        {found.reason && `, ${REASONS[found.reason] ?? found.reason}`}
        {found.waitsFor !== 'nothing' && found.status !== 'needs-answer' && `, waits for ${found.waitsFor}`}
        {found.owner && `, with ${found.owner}`}
        {found.count > 1 && `, ${counted(found.count, 'thumb')}`} · <When at={found.updatedAt} />
      </p>
    </div>
  </li>
);
