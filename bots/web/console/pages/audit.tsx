import { useState } from 'react';
import type { AuditView } from '../../console-api.ts';
import { useConsole } from '../api.ts';
import { Button, Empty, Loading, PageHead, Problem, When } from '../ui.tsx';

/** The verb phrase for each action of the audit trail, as in `Priya synced handbook`. */
const ACTIONS: Record<string, string> = {
  'case.edit': 'edited the case',
  'case.tell': 'told the askers of the case',
  forget: 'forgot',
  'gap.change': 'changed the gap',
  'names.rejoin': 'joined again',
  'names.separate': 'took apart',
  'person.erase': 'erased all that was kept of',
  'person.export': 'exported what is kept of',
  'person.role': 'changed the role of',
  'sign-in.once': 'signed in by the one-time link as',
  'retention.apply': 'deleted',
  'source.add': 'added the source',
  'source.retry': 'read again what failed of',
  'source.sync': 'synced',
  'source.upload': 'uploaded a file to',
  'team-answer.write': 'wrote the answer',
  'token.create': 'made the token',
  'token.revoke': 'ended the token',
  'webhook.add': 'added the webhook',
  'webhook.remove': 'removed the webhook',
  'webhook.retry': 'sent again the',
  'webhook.test': 'tried the webhook',
};

/** One detail of a change; the fields of a nested object are shown as `name value`. */
const Detail = ({ name, value }: { name: string; value: unknown }) => (
  <span className="trail-detail">
    {name}: {factText(value)}
  </span>
);
const factText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(factText).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  const facts = Object.entries(value).filter(([, fact]) => fact !== 0);
  return facts.length === 0 ? 'as usual' : facts.map(([name, fact]) => `${name} ${factText(fact)}`).join(', ');
};

/** The audit trail: all changes made in the console, newest first. */
export const Audit = () => {
  const [after, setAfter] = useState<string[]>([]);
  const from = after.at(-1);
  const { data, error, isLoading } = useConsole<AuditView>(
    `/admin/audit${from === undefined ? '' : `?after=${encodeURIComponent(from)}`}`,
  );
  return (
    <>
      <PageHead title="Changes" about="Who changed what here, and when. Records are added, never changed." />
      <Problem error={error} />
      {isLoading && <Loading />}
      {data?.records.length === 0 && <Empty icon="list" title="Nothing has been changed yet" />}
      {data && data.records.length > 0 && (
        <ol className="trail" aria-label="Changes, newest first">
          {data.records.map(({ at, by, action, subject, details }) => (
            <li key={`${at}${action}${subject}`}>
              <p className="trail-what">
                <strong>{by}</strong> {ACTIONS[action] ?? action} <span className="trail-subject">{subject}</span>
              </p>
              <p className="trail-when">
                <When at={at} />
                {details &&
                  Object.entries(details).map(([name, value]) => <Detail key={name} name={name} value={value} />)}
              </p>
            </li>
          ))}
        </ol>
      )}
      <div className="pager">
        {after.length > 0 && (
          <Button kind="quiet" onClick={() => setAfter(after.slice(0, -1))}>
            Newer
          </Button>
        )}
        {data?.next && <Button onClick={() => setAfter([...after, data.next ?? ''])}>Older</Button>}
      </div>
    </>
  );
};
