import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { post, RequestError } from '../client/http.ts';
import type { IconName } from '../design/icons.ts';
import { lacksEmail, NO_EMAIL } from '../people/no-email.ts';
import type { Role } from '../people/person.ts';
import { useMay, useSession } from './api.ts';
import { Button, Empty, Icon, Problem } from './ui.tsx';

const AREAS: { title: string; role: Role; pages: { to: string; label: string; icon: IconName }[] }[] = [
  {
    title: 'Knowledge',
    role: 'reviewer',
    pages: [
      { to: '/sources', label: 'Sources', icon: 'stack' },
      { to: '/pages', label: 'Pages', icon: 'page' },
      { to: '/search', label: 'Try a search', icon: 'search' },
      { to: '/graph', label: 'Graph', icon: 'graph' },
      { to: '/names', label: 'Names', icon: 'people' },
    ],
  },
  {
    title: 'Quality',
    role: 'reviewer',
    pages: [
      { to: '/inbox', label: 'Feedback', icon: 'inbox' },
      { to: '/gaps', label: 'Gaps', icon: 'gap' },
      { to: '/runs', label: 'Evals', icon: 'check' },
      { to: '/compare', label: 'Compare', icon: 'columns' },
      { to: '/usage', label: 'Usage', icon: 'chart' },
    ],
  },
  {
    title: 'Admin',
    role: 'admin',
    pages: [
      { to: '/people', label: 'People', icon: 'people' },
      { to: '/access', label: 'Who sees what', icon: 'lock' },
      { to: '/tokens', label: 'Tokens', icon: 'key' },
      { to: '/webhooks', label: 'Webhooks', icon: 'bell' },
      { to: '/settings', label: 'Settings', icon: 'gear' },
      { to: '/audit', label: 'Changes', icon: 'list' },
    ],
  },
];

/** The layout of every console page: navigation, the signed-in person, and the page itself. */
export const Shell = () => {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isSignIn = pathname.endsWith('/sign-in');
  const mayLook = useMay('reviewer');
  const { data: session } = useSession();
  // When a session ends, the page stays visible, since it may hold text that the person is typing.
  const [wasLetIn, setLetIn] = useState(false);
  const hasEnded = wasLetIn && session?.person.by === 'none';

  useEffect(() => {
    if (mayLook) setLetIn(true);
  }, [mayLook]);
  useEffect(() => {
    setOpen(false);
    document.title = `${titleOf(pathname)} · Parley`;
    document.querySelector('.area-link.active')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [isOpen]);

  if (isSignIn) return <Outlet />;
  return (
    <div className={`console ${isOpen ? 'console-open' : ''}`}>
      <Navigation />
      <button
        type="button"
        className="shade"
        aria-label="Close the menu"
        onClick={() => setOpen(false)}
        hidden={!isOpen}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard scrolls what has the focus */}
      <main id="main" className="console-main" ref={main} tabIndex={0}>
        <Button
          icon="menu"
          kind="quiet"
          className="console-menu"
          onClick={() => setOpen(!isOpen)}
          aria-expanded={isOpen}
        >
          Menu
        </Button>
        {hasEnded && <Problem error={SESSION_ENDED} />}
        {session && !mayLook && !hasEnded ? <NotAllowed signedIn={session.person.by !== 'none'} /> : <Outlet />}
      </main>
    </div>
  );
};

const SESSION_ENDED = new RequestError({
  code: 'SIGN_IN_REQUIRED',
  message: 'Your session has ended.',
  remedy: 'What you have typed is still here: sign in, then go on.',
});

const titleOf = (pathname: string): string =>
  AREAS.flatMap(({ pages }) => pages).find(({ to }) => pathname.endsWith(to))?.label ?? 'Console';

const Navigation = () => {
  const { data: session } = useSession();
  const order: readonly Role[] = ['asker', 'reviewer', 'admin'];
  const own = order.indexOf(session?.person.role ?? 'asker');
  return (
    <nav className="sidebar console-nav" aria-label="Console">
      <a className="brand" href="/">
        <img src={document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href} alt="" width={28} height={28} />
        <span>Parley</span>
      </a>
      <a className="button new-thread" href="/">
        <Icon name="chat" />
        <span>Ask a question</span>
      </a>
      <div className="areas">
        {AREAS.filter(({ role }) => own >= order.indexOf(role)).map(({ title, pages }) => (
          <section key={title} aria-label={title}>
            <h2 className="area-title">{title}</h2>
            <ul>
              {pages.map(({ to, label, icon }) => (
                <li key={to}>
                  <Link to={to} className="area-link" activeOptions={{ includeSearch: false }}>
                    <Icon name={icon} />
                    <span>{label}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Account />
    </nav>
  );
};

const Account = () => {
  const { data } = useSession();
  if (!data) return null;
  const { person } = data;
  const leave = async () => {
    await post('/api/session/end');
    location.reload();
  };
  return (
    <div className="sidebar-end account">
      <p>
        <strong>{person.name ?? person.email ?? (person.by === 'machine' ? 'This machine' : 'Not signed in')}</strong>
        {person.by !== 'none' && (
          <span className="muted">{person.by === 'machine' ? 'no sign-in needed here' : person.role}</span>
        )}
      </p>
      {lacksEmail(person) && <p className="muted">{NO_EMAIL}</p>}
      {(person.by === 'oidc' || person.by === 'local') && (
        <Button kind="quiet" icon="out" onClick={() => void leave()}>
          Sign out
        </Button>
      )}
    </div>
  );
};

const NotAllowed = ({ signedIn }: { signedIn: boolean }) => (
  <Empty isPage icon="lock" title={signedIn ? 'Your role does not reach here' : 'Sign in to open the console'}>
    {signedIn ? (
      'Ask an admin of this Parley to make you a reviewer. You can go on asking questions in the chat.'
    ) : (
      <a className="button button-solid" href={`/console/sign-in?to=${encodeURIComponent(location.pathname)}`}>
        Sign in
      </a>
    )}
  </Empty>
);

export const NotFound = () => (
  <Empty isPage icon="info" title="There is nothing at this address">
    <Link to="/sources">Go to the sources</Link>
  </Empty>
);
