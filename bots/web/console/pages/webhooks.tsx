import { type FormEvent, useState } from 'react';
import type { Endpoint } from '../../../../runtime/webhooks/endpoints.ts';
import { EVENT_TYPES, type EventType } from '../../../../runtime/webhooks/events.ts';
import type { FailedDelivery } from '../../../../runtime/webhooks/webhooks.ts';
import { post } from '../../client/http.ts';
import type { NewWebhook, WebhookRow, WebhooksView, WebhookTrial } from '../../console-api.ts';
import { useChange, useConsole } from '../api.ts';
import { Grid } from '../grid.tsx';
import { Button, counted, Empty, Icon, Loading, PageHead, Problem, When } from '../ui.tsx';

const PATH = '/api/console/admin/webhooks';
const TITLES: Record<EventType, string> = {
  'question.unanswered': 'a question no page answers',
  'feedback.given': 'feedback',
  'source.failed': 'a source that fails',
  'page.poisoned': 'a page with orders to the model',
};
/** The title of an event type; the type itself for `test`, and for types of a newer version. */
const titleOf = (type: string): string => (type in TITLES ? TITLES[type as EventType] : type);

/** Adds, tests and removes webhooks, and retries events that could not be delivered. */
export const WebhooksPage = () => {
  const { data, error, isLoading } = useConsole<WebhooksView>('/admin/webhooks');
  const [shown, setShown] = useState<Endpoint>();
  const add = useChange((wanted: NewWebhook) => post<Endpoint>(PATH, wanted), setShown);
  const remove = useChange(
    ({ id }: WebhookRow) => post(`${PATH}/${encodeURIComponent(id)}/remove`),
    () => setShown(undefined),
  );
  const retry = useChange(() => post<{ events: number }>(`${PATH}/retry`));
  const { endpoints = [], failed = [] } = data ?? {};
  return (
    <>
      <PageHead
        title="Webhooks"
        about="Addresses that Parley calls when something happens. Questions, comments and answers are sent along, names are not."
      />
      <WebhookForm add={(wanted) => add.mutateAsync(wanted)} />
      <Problem error={error ?? add.error ?? remove.error ?? retry.error} />
      {shown && <Secret endpoint={shown} />}
      {isLoading && <Loading />}
      {data && endpoints.length === 0 && (
        <Empty icon="bell" title="No program is told of anything yet">
          Add the address of one that takes a POST, such as a workflow of n8n.
        </Empty>
      )}
      {endpoints.length > 0 && (
        <ul className="cards" aria-label="Webhooks">
          {endpoints.map((endpoint) => (
            <WebhookCard
              key={endpoint.id}
              endpoint={endpoint}
              failed={failed.filter((one) => one.endpoint === endpoint.id).length}
              remove={() => remove.mutate(endpoint)}
            />
          ))}
        </ul>
      )}
      {retry.data && (
        <p className="note-line" role="status">
          {counted(retry.data.events, 'event')} will be sent again.
        </p>
      )}
      {failed.length > 0 && (
        <Failed
          failed={failed}
          addressOf={(id) => endpoints.find((one) => one.id === id)?.url}
          retry={() => retry.mutate(undefined)}
        />
      )}
    </>
  );
};

const WebhookForm = ({ add }: { add(wanted: NewWebhook): Promise<unknown> }) => {
  const [events, setEvents] = useState<readonly EventType[]>(EVENT_TYPES);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const url = String(new FormData(form).get('url') ?? '');
    // A failure keeps the typed text; `add.error` is shown below the form.
    add({ url, events: [...events] }).then(
      () => form.reset(),
      () => {},
    );
  };
  const toggle = (name: EventType) =>
    setEvents(EVENT_TYPES.filter((one) => (one === name ? !events.includes(one) : events.includes(one))));
  return (
    <form onSubmit={submit}>
      <div className="filters">
        <input
          name="url"
          type="url"
          required
          maxLength={2000}
          aria-label="Address"
          placeholder="https://n8n.example.com/webhook/parley"
        />
        <Button kind="solid" type="submit" icon="bell" disabled={events.length === 0}>
          Add a webhook
        </Button>
      </div>
      <fieldset className="choice">
        <legend>Tell it of</legend>
        {EVENT_TYPES.map((name) => (
          <label key={name} className="check">
            <input type="checkbox" checked={events.includes(name)} onChange={() => toggle(name)} />
            {TITLES[name]}
          </label>
        ))}
      </fieldset>
    </form>
  );
};

const Secret = ({ endpoint: { url, secret } }: { endpoint: Endpoint }) => (
  <div className="card note-line" role="status">
    <h2 className="card-title">The secret of this webhook: shown this once</h2>
    <p className="card-place">{url}</p>
    <p className="passage-text">
      <code>{secret}</code>
    </p>
    <p className="muted">The receiver checks with it that an event comes from this Parley.</p>
    <Button icon="copy" onClick={() => void navigator.clipboard.writeText(secret)}>
      Copy
    </Button>
  </div>
);

const WebhookCard = ({ endpoint, failed, remove }: { endpoint: WebhookRow; failed: number; remove(): void }) => {
  const { id, url, events, createdAt, goneAt } = endpoint;
  const test = useChange(() => post<WebhookTrial>(`${PATH}/${encodeURIComponent(id)}/test`));
  return (
    <li className="card">
      <div className="card-head">
        <div>
          <h2 className="card-title">
            {new URL(url).host}
            <State goneAt={goneAt} failed={failed} />
          </h2>
          <p className="card-place">{url}</p>
        </div>
        <div className="card-actions">
          <Button icon="send" disabled={test.isPending} onClick={() => test.mutate(undefined)}>
            {test.isPending ? 'Sending…' : 'Send a test'}
          </Button>
          <Button
            kind="danger"
            icon="erase"
            onClick={() => confirm(`Remove ${url}? What waits for it is not sent.`) && remove()}
          >
            Remove
          </Button>
        </div>
      </div>
      <dl className="facts">
        <div>
          <dt>Told of</dt>
          <dd>{events.length === EVENT_TYPES.length ? 'everything' : events.map(titleOf).join(', ')}</dd>
        </div>
        <div>
          <dt>Added</dt>
          <dd>
            <When at={createdAt} />
          </dd>
        </div>
      </dl>
      <Problem error={test.error} />
      {test.data && <Outcome trial={test.data} />}
    </li>
  );
};

const State = ({ goneAt, failed }: { goneAt: string | undefined; failed: number }) => {
  if (goneAt) return <span className="badge badge-warn">gone since {new Date(goneAt).toLocaleDateString()}</span>;
  if (failed > 0) return <span className="badge badge-warn">{counted(failed, 'event')} not delivered</span>;
  return <span className="badge">active</span>;
};

const Outcome = ({ trial }: { trial: WebhookTrial }) =>
  trial.taken ? (
    <p className="note-line" role="status">
      The receiver took the test.
    </p>
  ) : (
    <div className="problem" role="alert">
      <Icon name="info" />
      <p>
        {trial.message} {trial.remedy}
      </p>
    </div>
  );

const Failed = ({
  failed,
  addressOf,
  retry,
}: {
  failed: readonly FailedDelivery[];
  addressOf(id: string): string | undefined;
  retry(): void;
}) => (
  <section aria-labelledby="failed-title">
    <div className="card-head try">
      <h2 className="card-title" id="failed-title">
        Not delivered
      </h2>
      <Button icon="again" onClick={retry}>
        Send them again
      </Button>
    </div>
    <Grid
      name="Events not delivered"
      rows={failed}
      // With its place: two events may fail alike at the same moment.
      keyOf={({ failedAt, endpoint }, at) => `${failedAt}${endpoint}${at}`}
      columns={[
        { head: 'When', cell: ({ failedAt }) => <When at={failedAt} /> },
        { head: 'Event', cell: ({ type }) => titleOf(type) },
        { head: 'To', cell: ({ endpoint }) => addressOf(endpoint) ?? 'one that is removed' },
        {
          head: 'Why not',
          cell: ({ error, attempts }) => (
            <>
              {error}
              <span className="sub">after {counted(attempts, 'attempt')}</span>
            </>
          ),
        },
      ]}
    />
  </section>
);
