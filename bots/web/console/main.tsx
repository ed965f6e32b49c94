import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  RouterProvider,
} from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RequestError } from '../client/http.ts';
import { NotFound, Shell } from './shell.tsx';
import { SOURCE_KINDS, type SourceKind } from './source-kinds.ts';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: () => <Navigate to="/sources" replace />,
});
const signIn = createRoute({
  getParentRoute: () => root,
  path: 'sign-in',
  validateSearch: (search: Record<string, unknown>) => ({ to: text(search.to), failed: text(search.failed) }),
  component: lazyRouteComponent(() => import('./pages/sign-in.tsx'), 'SignIn'),
});
const sources = createRoute({
  getParentRoute: () => root,
  path: 'sources',
  validateSearch: (search: Record<string, unknown>): { add?: SourceKind } => {
    const add = SOURCE_KINDS.find((kind) => kind === search.add);
    return add ? { add } : {};
  },
  component: lazyRouteComponent(() => import('./pages/sources.tsx'), 'Sources'),
});
const documents = createRoute({
  getParentRoute: () => root,
  path: 'pages',
  validateSearch: (search: Record<string, unknown>) => ({
    source: text(search.source),
    q: text(search.q),
    id: text(search.id),
  }),
  component: lazyRouteComponent(() => import('./pages/documents.tsx'), 'Documents'),
});
const search = createRoute({
  getParentRoute: () => root,
  path: 'search',
  validateSearch: (given: Record<string, unknown>) => ({
    q: text(given.q),
    source: text(given.source),
    type: text(given.type),
    after: text(given.after),
    before: text(given.before),
  }),
  component: lazyRouteComponent(() => import('./pages/search.tsx'), 'SearchTrialPage'),
});
const graph = createRoute({
  getParentRoute: () => root,
  path: 'graph',
  validateSearch: (given: Record<string, unknown>) => ({ entity: text(given.entity) }),
  component: lazyRouteComponent(() => import('./pages/graph.tsx'), 'GraphPage'),
});
const names = createRoute({
  getParentRoute: () => root,
  path: 'names',
  component: lazyRouteComponent(() => import('./pages/names.tsx'), 'NamesPage'),
});
const inbox = createRoute({
  getParentRoute: () => root,
  path: 'inbox',
  validateSearch: (given: Record<string, unknown>) => ({ status: text(given.status), id: text(given.id) }),
  component: lazyRouteComponent(() => import('./pages/inbox.tsx'), 'InboxPage'),
});
const gaps = createRoute({
  getParentRoute: () => root,
  path: 'gaps',
  validateSearch: (given: Record<string, unknown>) => ({ id: text(given.id), show: text(given.show) }),
  component: lazyRouteComponent(() => import('./pages/gaps.tsx'), 'GapsPage'),
});
const runs = createRoute({
  getParentRoute: () => root,
  path: 'runs',
  validateSearch: (given: Record<string, unknown>) => ({ before: text(given.before), after: text(given.after) }),
  component: lazyRouteComponent(() => import('./pages/runs.tsx'), 'RunsPage'),
});
const compare = createRoute({
  getParentRoute: () => root,
  path: 'compare',
  component: lazyRouteComponent(() => import('./pages/compare.tsx'), 'ComparePage'),
});
const usage = createRoute({
  getParentRoute: () => root,
  path: 'usage',
  validateSearch: (given: Record<string, unknown>) => ({ days: text(given.days) }),
  component: lazyRouteComponent(() => import('./pages/usage.tsx'), 'UsagePage'),
});
const people = createRoute({
  getParentRoute: () => root,
  path: 'people',
  component: lazyRouteComponent(() => import('./pages/people.tsx'), 'People'),
});
const access = createRoute({
  getParentRoute: () => root,
  path: 'access',
  component: lazyRouteComponent(() => import('./pages/access.tsx'), 'AccessPage'),
});
const tokens = createRoute({
  getParentRoute: () => root,
  path: 'tokens',
  component: lazyRouteComponent(() => import('./pages/tokens.tsx'), 'TokensPage'),
});
const webhooks = createRoute({
  getParentRoute: () => root,
  path: 'webhooks',
  component: lazyRouteComponent(() => import('./pages/webhooks.tsx'), 'WebhooksPage'),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: 'settings',
  component: lazyRouteComponent(() => import('./pages/settings.tsx'), 'SettingsPage'),
});
const audit = createRoute({
  getParentRoute: () => root,
  path: 'audit',
  component: lazyRouteComponent(() => import('./pages/audit.tsx'), 'Audit'),
});

const router = createRouter({
  basepath: '/console',
  routeTree: root.addChildren([
    home,
    signIn,
    sources,
    documents,
    search,
    graph,
    names,
    inbox,
    gaps,
    runs,
    compare,
    usage,
    people,
    access,
    tokens,
    webhooks,
    settings,
    audit,
  ]),
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A refused request is not retried: the server would refuse it again.
      retry: (count, error) => count < 2 && error instanceof RequestError && error.failure.code === 'STORE_UNAVAILABLE',
    },
  },
});

const place = document.querySelector('#app');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
