import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { asAgo } from '../client/dates.ts';
import { failureOf } from '../client/http.ts';
import { type IconName, icons } from '../design/icons.ts';

/** A line icon, hidden from screen readers: use it beside a text. */
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

/** The header of a page: its title, a sentence about it, and its actions as children. */
export const PageHead = ({ title, about, children }: { title: string; about?: ReactNode; children?: ReactNode }) => (
  <header className="page-head">
    <div>
      <h1>{title}</h1>
      {about && <p className="page-about">{about}</p>}
    </div>
    {children && <div className="page-actions">{children}</div>}
  </header>
);

/** A relative time (“5 minutes ago”) with the exact time as a tooltip; “never” without a time. @param at ISO 8601 */
export const When = ({ at }: { at: string | undefined }) =>
  at ? (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {asAgo(at)}
    </time>
  ) : (
    <span className="muted">never</span>
  );

/** Shows what went wrong and what to do; nothing without an error. */
export const Problem = ({ error }: { error: unknown }) => {
  if (!error) return null;
  const { message, remedy, code } = failureOf(error);
  return (
    <div className="problem" role="alert">
      <Icon name="info" />
      <p>
        {message} {remedy}{' '}
        {code === 'SIGN_IN_REQUIRED' && (
          // In a new tab, so that text typed on this page is not lost.
          <a href={`/console/sign-in?to=${encodeURIComponent(location.pathname)}`} target="_blank" rel="noreferrer">
            Sign in (in a new tab)
          </a>
        )}
      </p>
    </div>
  );
};

/** A frame that scrolls a wide table, also by keyboard. @param name the accessible name */
export const TableFrame = ({ name, children }: { name: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard scrolls what has the focus
  <section className="table-frame" tabIndex={0} aria-label={name}>
    {children}
  </section>
);

/**
 * An empty state: says what would be here and how to get it.
 * @param isPage true when it is the only content of the page, so that its title is the page's `h1`
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

/** A modal dialog. Escape and a click outside close it. */
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

/** A form control with a label and an optional hint. @param children the control */
export const Field = ({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
  <label className="field">
    <span className="field-label">{label}</span>
    {children}
    {hint && <span className="field-hint">{hint}</span>}
  </label>
);

/** A count with its noun: `1 page`, `3 pages`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** A fraction of 1 as a percentage: 0.875 is `87.5 %`. */
export const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;

/** A fraction with its interval: `87.5 % (80 % to 92 %)`; a dash when there is none. */
export const estimateText = (share: { value: number; low: number; high: number } | undefined): string =>
  share ? `${percent(share.value)} (${percent(share.low)} to ${percent(share.high)})` : '–';

/** Scopes in words, for “Seen by”. */
export const audience = (scopes: readonly string[]): string =>
  scopes.length === 0 || scopes.includes('everyone')
    ? 'everyone'
    : scopes
        .map((scope) => (scope === 'private' ? 'full members, for themselves' : scope.replace(':', ' ')))
        .join(', ');
