import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { asAgo } from '../client/dates.ts';
import { failureOf } from '../client/http.ts';
import { type IconName, icons } from '../design/icons.ts';

/** A line icon, hidden from screen readers: what it stands in has words. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg viewBox="0 0 24 24" className={`icon icon-${name}`} aria-hidden="true" focusable="false">
    <path d={icons[name]} />
  </svg>
);

export const Button = ({
  icon,
  kind,
  children,
  ...props
}: {
  icon?: IconName;
  kind?: 'solid' | 'quiet' | 'danger';
  children: ReactNode;
} & React.ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button
    type="button"
    {...props}
    className={`button ${kind === 'solid' ? 'button-solid' : (kind ?? '')} ${props.className ?? ''}`.trim()}
  >
    {icon && <Icon name={icon} />}
    <span>{children}</span>
  </button>
);

/** A page's head: its name, one sentence, and what can be done. */
export const PageHead = ({ title, about, children }: { title: string; about?: ReactNode; children?: ReactNode }) => (
  <header className="page-head">
    <div>
      <h1>{title}</h1>
      {about && <p className="page-about">{about}</p>}
    </div>
    {children && <div className="page-actions">{children}</div>}
  </header>
);

/** A moment, in short, with the exact one behind it. */
export const When = ({ at }: { at: string | undefined }) =>
  at ? (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {asAgo(at)}
    </time>
  ) : (
    <span className="muted">never</span>
  );

/** A failure in plain words: what happened, and what to do. */
export const Problem = ({ error }: { error: unknown }) => {
  if (!error) return null;
  const { message, remedy, code } = failureOf(error);
  return (
    <div className="problem" role="alert">
      <Icon name="info" />
      <p>
        {message} {remedy}{' '}
        {code === 'SIGN_IN_REQUIRED' && (
          // In another tab: what is being typed here stays, and is sent again from here.
          <a href={`/console/sign-in?to=${encodeURIComponent(location.pathname)}`} target="_blank" rel="noreferrer">
            Sign in (in a new tab)
          </a>
        )}
      </p>
    </div>
  );
};

/** A frame in which a table that is too wide scrolls, also by keyboard. @param name of the table, for screen readers */
export const TableFrame = ({ name, children }: { name: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard scrolls what has the focus
  <section className="table-frame" tabIndex={0} aria-label={name}>
    {children}
  </section>
);

/**
 * What stands where there is nothing yet: what would be here, and how it comes here.
 * @param isPage true where it is the whole page, whose first heading it then has
 */
export const Empty = ({
  icon,
  title,
  children,
  isPage = false,
}: {
  icon: IconName;
  title: string;
  children?: ReactNode;
  isPage?: boolean;
}) => (
  <div className="empty">
    <Icon name={icon} />
    {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
    {children && <p>{children}</p>}
  </div>
);

export const Loading = () => (
  <p className="loading" role="status">
    Loading…
  </p>
);

/** A dialog in the middle of the page; Escape and a click beside it close it. */
export const Dialog = ({
  open,
  onClose,
  title,
  about,
  children,
  wide = false,
}: {
  open: boolean;
  onClose(): void;
  title: string;
  about?: ReactNode;
  children: ReactNode;
  wide?: boolean;
}) => (
  <BaseDialog.Root open={open} onOpenChange={(now) => !now && onClose()}>
    <BaseDialog.Portal>
      <BaseDialog.Backdrop className="dialog-shade" />
      <BaseDialog.Popup className={`dialog ${wide ? 'dialog-wide' : ''}`}>
        <BaseDialog.Title className="dialog-title">{title}</BaseDialog.Title>
        {about && <BaseDialog.Description className="dialog-about">{about}</BaseDialog.Description>}
        {children}
        <BaseDialog.Close className="button button-icon dialog-close" aria-label="Close">
          <Icon name="close" />
        </BaseDialog.Close>
      </BaseDialog.Popup>
    </BaseDialog.Portal>
  </BaseDialog.Root>
);

/** A field with its label, and what it is for. */
export const Field = ({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
  <label className="field">
    <span className="field-label">{label}</span>
    {children}
    {hint && <span className="field-hint">{hint}</span>}
  </label>
);

/** `1 page`, `3 pages`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** A share of 1: `87.5 %`. */
export const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;

/** A share with its interval: `87.5 % (80 % to 92 %)`; a dash where there is none. */
export const estimateText = (share: { value: number; low: number; high: number } | undefined): string =>
  share ? `${percent(share.value)} (${percent(share.low)} to ${percent(share.high)})` : '–';

/** Names of scopes as a person says them. */
export const audience = (scopes: readonly string[]): string =>
  scopes.length === 0 || scopes.includes('everyone')
    ? 'everyone'
    : scopes
        .map((scope) => (scope === 'private' ? 'full members, for themselves' : scope.replace(':', ' ')))
        .join(', ');
