import { counted } from '../../../core/text/counted.ts';
import type { About, PageSample, SessionView } from '../api.ts';
import { lacksEmail, NO_EMAIL } from '../people/no-email.ts';
import { h } from './dom.ts';

/** The welcome page: how many pages there are, the sample handbook and the encoder's offer. */
export const welcome = (
  { documents, sample }: About,
  removable: (PageSample & { remove(): void }) | undefined,
  { mayAdd, encoder }: { mayAdd: boolean; encoder?: HTMLElement },
): HTMLElement =>
  h(
    'section',
    { class: 'welcome' },
    h('h1', {}, 'What would you like to know?'),
    h(
      'p',
      { class: 'lead' },
      ...(documents === 0
        ? ['There are no pages yet. ', ...howToAdd(mayAdd, 'Add some', ', then ask.')]
        : sample
          ? [
              `This is the sample handbook of a company that does not exist (${documents} pages). Try it`,
              ...(removable ? ['.'] : [', then ', ...howToAdd(mayAdd, 'add your own pages', '.')]),
            ]
          : [
              `Parley answers from ${counted(documents, 'page')} of yours, cites its sources, and says so when it does not know.`,
            ]),
    ),
    removable &&
      h(
        'p',
        { class: 'sample' },
        h('span', { class: 'sample-name' }, 'Sample'),
        h(
          'span',
          {},
          sample ? '' : `${removable.documents} of these pages are the handbook of a company that does not exist. `,
          h('a', { href: '/console/sources?add=files' }, 'Add your own pages'),
          ', and ',
        ),
        h('button', { type: 'button', class: 'link-button', on: { click: removable.remove } }, 'remove the sample'),
      ),
    encoder,
  );

/** Questions to begin with, as buttons; undefined where there are none. */
export const suggestionList = (
  suggestions: readonly string[],
  ask: (question: string) => void,
): HTMLElement | undefined =>
  suggestions.length === 0
    ? undefined
    : h(
        'ul',
        { class: 'suggestions', attr: { 'aria-label': 'Questions to begin with' } },
        ...suggestions.map((question) =>
          h(
            'li',
            {},
            h(
              'button',
              { type: 'button', class: 'suggestion', dir: 'auto', on: { click: () => ask(question) } },
              question,
            ),
          ),
        ),
      );

/** Explains how to add pages: a link to the console for an admin, the command for anybody else. */
const howToAdd = (mayAdd: boolean, words: string, end: string): (string | HTMLElement)[] =>
  mayAdd
    ? [h('a', { href: '/console/sources?add=files' }, words), end]
    : [`${words} with `, h('code', {}, 'parley ingest YOUR-FOLDER'), end];

/** Tells somebody who signed in without a verified e-mail address why they may see fewer pages. */
export const noEmailBanner = (person: SessionView['person'] | undefined): HTMLElement | undefined =>
  person && lacksEmail(person) ? h('p', { class: 'banner' }, NO_EMAIL) : undefined;

const HIDDEN = 'parley-quote-banner';

/** Explains why answers are quotes and how to set a model, until the person dismisses it; undefined when a model is set. */
export const quoteBanner = ({ model }: About): HTMLElement | undefined => {
  if (model || localStorage.getItem(HIDDEN)) return undefined;
  const banner = h(
    'details',
    { class: 'banner' },
    h(
      'summary',
      {},
      h('strong', {}, 'Parley is quoting your pages.'),
      ' Set a model and it will read, reason and write.',
    ),
    h(
      'div',
      { class: 'banner-body' },
      h('p', {}, 'Put a model and its key into the file ', h('code', {}, '.env'), ', then start Parley again:'),
      h('pre', {}, h('code', {}, 'PARLEY_MODEL=openai:gpt-4.1-mini\nOPENAI_API_KEY=…')),
      h(
        'p',
        {},
        h('code', {}, 'anthropic:…'),
        ', ',
        h('code', {}, 'google-genai:…'),
        ' and ',
        h('code', {}, 'ollama:…'),
        ' (on your own machine, no key) work the same way.',
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'button',
          on: {
            click: () => {
              localStorage.setItem(HIDDEN, 'yes');
              banner.remove();
            },
          },
        },
        'Understood',
      ),
    ),
  );
  return banner;
};
