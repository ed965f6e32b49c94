import { type FormEvent, useState } from 'react';
import { post, put } from '../../client/http.ts';
import type { PeopleView, RoleChange } from '../../console-api.ts';
import type { Role } from '../../people/person.ts';
import { useChange, useConsole, useSession } from '../api.ts';
import { Grid } from '../grid.tsx';
import { Button, Dialog, Empty, Field, Loading, PageHead, Problem, When } from '../ui.tsx';

const ROLES: readonly Role[] = ['asker', 'reviewer', 'admin'];
/** How a person is named in a change: by address, or by id. */
const whoIs = ({ email, id }: PeopleView[number]): string => email ?? id ?? '';

/** Lists people and their roles, and opens the dialog that exports or erases a person's data. */
export const People = () => {
  const { data, error, isLoading } = useConsole<PeopleView>('/admin/people');
  const session = useSession();
  const change = useChange((role: RoleChange) => put('/api/console/admin/people/role', role));
  const [erasing, setErasing] = useState(false);
  const invite = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    change.mutate({ who: String(form.get('who') ?? '').trim(), role: String(form.get('role')) as Role });
    event.currentTarget.reset();
  };
  return (
    <>
      <PageHead
        title="People"
        about="Askers ask. Reviewers also see what is known and work on answers. Admins also change sources, people and settings."
      >
        <Button onClick={() => setErasing(true)}>A person's data</Button>
      </PageHead>
      <Problem error={error ?? change.error} />
      {session.data && !session.data.signIn.provider && (
        <p className="note-line">
          No sign-in provider is set up, so only holders of a one-time link can sign in. Set <code>OIDC_ISSUER</code> to
          let your team in.
        </p>
      )}
      <form className="filters" onSubmit={invite}>
        <input name="who" type="email" required aria-label="E-mail address" placeholder="priya@example.com" />
        <select name="role" aria-label="Role" defaultValue="reviewer">
          {ROLES.map((role) => (
            <option key={role}>{role}</option>
          ))}
        </select>
        <Button kind="solid" type="submit">
          Give the role
        </Button>
      </form>
      {isLoading && <Loading />}
      {data?.length === 0 && (
        <Empty icon="people" title="Nobody has signed in yet">
          You can give roles before: they hold from the first sign-in with that address on.
        </Empty>
      )}
      {data && data.length > 0 && (
        <Grid
          name="People"
          rows={data}
          keyOf={(person) => person.id ?? whoIs(person)}
          columns={[
            {
              head: 'Person',
              className: 'who',
              cell: (person) => (
                <>
                  <strong>{person.name ?? whoIs(person)}</strong>
                  {person.name && <span className="sub">{whoIs(person)}</span>}
                  {person.id !== undefined && person.id !== whoIs(person) && <span className="sub">{person.id}</span>}
                  <span className="sub on-a-phone">
                    {person.groups.length > 0 && `${person.groups.join(', ')}, `}
                    {person.lastSeenAt ? 'signed in ' : 'signed in: '}
                    <When at={person.lastSeenAt} />
                  </span>
                </>
              ),
            },
            {
              head: 'Role',
              cell: (person) => (
                <select
                  aria-label={`Role of ${person.name ?? whoIs(person)}`}
                  value={person.role}
                  onChange={(event) => change.mutate({ who: whoIs(person), role: event.target.value as Role })}
                >
                  {ROLES.map((role) => (
                    <option key={role}>{role}</option>
                  ))}
                </select>
              ),
            },
            {
              head: 'Groups',
              className: 'not-on-a-phone',
              cell: ({ groups }) => groups.join(', ') || <span className="muted">none</span>,
            },
            {
              head: 'Signed in',
              className: 'not-on-a-phone',
              cell: ({ lastSeenAt }) => <When at={lastSeenAt} />,
            },
          ]}
        />
      )}
      {erasing && <PersonData people={data ?? []} onClose={() => setErasing(false)} />}
    </>
  );
};

/** A dialog that downloads or erases everything that is stored about a person. */
const PersonData = ({ people, onClose }: { people: PeopleView; onClose(): void }) => {
  const [who, setWho] = useState('');
  const typed = who.trim();
  // Records are stored by id. A typed address is replaced by an id if exactly one person has signed in with it.
  const [one, ...others] = people.filter(({ email }) => email?.toLowerCase() === typed.toLowerCase());
  const id = (others.length === 0 && one?.id) || typed;
  const give = useChange(async () => {
    const records = await post('/api/console/admin/person/export', { id });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([JSON.stringify(records, undefined, 2)], { type: 'application/json' }));
    link.download = 'person.json';
    link.click();
    URL.revokeObjectURL(link.href);
  });
  const erase = useChange(() => post<Record<string, number>>('/api/console/admin/person/erase', { id }));
  return (
    <Dialog
      open
      onClose={onClose}
      title="A person's data"
      about="Their questions, answers, feedback and records on every platform: as a file to hand to them, or erased for good."
    >
      <Field
        label="The person's e-mail address or id"
        hint="The address they sign in with, or an id: oidc:SUBJECT, slack:T1/U1 or discord:3000."
      >
        <input value={who} onChange={(event) => setWho(event.target.value)} />
      </Field>
      <Problem error={give.error ?? erase.error} />
      {erase.data && (
        <p role="status">
          Erased:{' '}
          {Object.entries(erase.data)
            .map(([what, count]) => `${count} ${what}`)
            .join(', ')}
          .
        </p>
      )}
      <div className="dialog-actions">
        <Button disabled={id.length < 3} icon="down2" onClick={() => give.mutate(undefined)}>
          Download
        </Button>
        <Button
          kind="danger"
          icon="erase"
          disabled={id.length < 3}
          onClick={() => confirm(`Erase everything of ${id}? This cannot be undone.`) && erase.mutate(undefined)}
        >
          Erase
        </Button>
      </div>
    </Dialog>
  );
};
