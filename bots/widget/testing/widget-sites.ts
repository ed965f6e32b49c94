import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openSampleWeb } from '../../web/testing/sample-web.ts';

/** Serves one page at its own origin, like a site that embeds the widget. */
const openSite = async (page: () => string, headers: Record<string, string> = {}) => {
  const server: Server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(page());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};

const SITE_STYLE =
  'button{display:none !important} p{font-size:99px} *{letter-spacing:9px;text-transform:uppercase} ' +
  'div{padding:70px;visibility:hidden !important;text-align:right}';

const embedding = (base: string, attributes = '') =>
  `<!doctype html><html lang="en"><title>Docs</title><style>${SITE_STYLE}</style>
   <main><h1>Our docs</h1></main><script src="${base}/widget.js" async ${attributes}></script></html>`;

/** A Parley server, two sites that may embed its widget (one with a strict policy), and a site that may not. */
export const openWidgetSites = async () => {
  const site = await openSite(() => embedding(web.url, 'data-title="Ask the handbook"'));
  const stranger = await openSite(() => embedding(web.url));
  // The strictest policy that a site can have and still embed the widget, with Trusted Types.
  const policy = () =>
    `default-src 'none'; script-src ${web.url}; connect-src ${web.url}; require-trusted-types-for 'script'; trusted-types 'none'`;
  const strict = await openSite(
    () => `${embedding(web.url).replace(/<style>.*<\/style>/, '')}`,
    new Proxy({} as Record<string, string>, {
      ownKeys: () => ['content-security-policy'],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      get: () => policy(),
    }),
  );
  const web = await openSampleWeb({
    PARLEY_WIDGET_ORIGINS: `${site.origin}, ${strict.origin}`,
    PARLEY_SIGN_IN: 'required',
  });
  const close = () => Promise.all([web, site, strict, stranger].map((one) => one.close()));
  return { web, site, strict, stranger, close };
};
