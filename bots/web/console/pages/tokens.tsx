import { type FormEvent, useState } from 'react';
import type { Token } from '../../../../runtime/access/tokens.ts';
import { post } from '../../client/http.ts';
import { useChange, useConsole } from '../api.ts';
import { Grid } from '../grid.tsx';
import { audience, Button, Empty, Field, Loading, PageHead, Problem, When } from '../ui.tsx';
import { scopesOf } from './case-dialog.tsx';

const DAY_MS = 24 * 3600 * 1000;

/** Creates, lists and revokes API tokens. The text of a new token is shown once. */
export const TokensPage = () => {
  const { data, error, isLoading } = useConsole<Token[]>('/admin/tokens');
  const [shown, setShown] = useState<{ name: string; text: string }>();
  const make = useChange(
    (wanted: object) => post<{ token: Token; text: string }>('/api/console/admin/tokens', wanted),
    ({ token, text }) => setShown({ name: token.name, text }),
  );
  const revoke = useChange((id: string) => post(`/api/console/admin/tokens/${encodeURIComponent(id)}/revoke`));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    make.mutate({
      name: String(form.get('name') ?? ''),
      permissions: form.get('may') === 'search' ? ['search'] : ['search', 'ask'],
      scopes: scopesOf(form.get('scopes')),
      expiresAt: new Date(Date.now() + Number(form.get('days')) * DAY_MS).toISOString(),
    });
    event.currentTarget.reset();
  };
  return (
    <>
      <PageHead
        title="Tokens"
        about="For programs that ask by the API. A token never sees more than its maker does at the moment of each use."
      />
      <form className="filters" onSubmit={submit}>
        <Field label="Name">
          <input name="name" required maxLength={100} placeholder="What it is for, such as n8n" />
        </Field>
        <Field label="What it sees">
          <input name="scopes" placeholder="everyone, or group:NAME" />
        </Field>
        <Field label="What it may do">
          <select name="may" defaultValue="ask">
            <option value="ask">search and ask</option>
            <option value="search">search only</option>
          </select>
        </Field>
        <Field label="How long it lives">
          <select name="days" defaultValue="90">
            <option value="7">7 days</option>
            <option value="90">90 days</option>
            <option value="365">a year</option>
          </select>
        </Field>
        <Button kind="solid" type="submit" icon="key">
          Make a token
        </Button>
      </form>
      <Problem error={error ?? make.error ?? revoke.error} />
      {shown && (
        <div className="card" role="status">
          <h2 className="card-title">{shown.name}: shown this once</h2>
          <p className="passage-text">
            <code>{shown.text}</code>
          </p>
          <Button icon="copy" onClick={() => void navigator.clipboard.writeText(shown.text)}>
            Copy
          </Button>
        </div>
      )}
      {isLoading && <Loading />}
      {data?.length === 0 && !shown && (
        <Empty icon="key" title="No program has a token yet">
          Make one for each program. Its text is shown once, and you can end it at any time.
        </Empty>
      )}
      {data && data.length > 0 && <TokenTable tokens={data} revoke={(id) => revoke.mutate(id)} />}
    </>
  );
};

const TokenTable = ({ tokens, revoke }: { tokens: readonly Token[]; revoke(id: string): void }) => (
  <Grid
    name="Tokens"
    rows={tokens}
    keyOf={({ id }) => id}
    columns={[
      {
        head: 'Token',
        cell: ({ name, prefix, maker }) => (
          <>
            <strong>{name}</strong>
            <span className="sub">
              {prefix}…, made by {maker}
            </span>
          </>
        ),
      },
      { head: 'Sees', cell: ({ person, scopes }) => person ?? audience(scopes ?? []) },
      { head: 'May', cell: ({ permissions }) => permissions.join(', ') },
      { head: 'Last used', cell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
      {
        head: 'Ends',
        cell: ({ id, revokedAt, expiresAt }) =>
          revokedAt ? (
            <span className="badge badge-warn">ended</span>
          ) : (
            <>
              {new Date(expiresAt).toLocaleDateString()}{' '}
              <Button kind="danger" onClick={() => revoke(id)}>
                End it
              </Button>
            </>
          ),
      },
    ]}
  />
);
