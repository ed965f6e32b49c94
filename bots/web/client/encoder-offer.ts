import type { EncoderView } from '../api.ts';
import { h } from './dom.ts';
import { failureOf, get, post } from './http.ts';

const ADDRESS = '/api/page/encoder';
/** Interval at which the progress is read from the server. */
const POLL_MS = 700;

/** A line that offers to set up the local encoder and shows its progress; undefined when the server offers none. */
export const encoderOffer = async (): Promise<HTMLElement | undefined> => {
  const { encoder } = await get<{ encoder?: EncoderView }>(ADDRESS).catch(() => ({ encoder: undefined }));
  if (!encoder) return undefined;
  const element = h('div', { class: 'encoder-offer', attr: { role: 'status' } });
  const show = (view: EncoderView) => {
    element.replaceChildren(...partsOf(view, () => void accept()));
    if (view.state === 'fetching' || view.state === 'encoding') setTimeout(() => void load(), POLL_MS);
  };
  const load = async (request: typeof get = get) => {
    try {
      const { encoder: view } = await request<{ encoder?: EncoderView }>(ADDRESS);
      if (view) show(view);
    } catch (error) {
      show({ ...encoder, state: 'failed', error: failureOf(error) });
    }
  };
  const accept = () => load((address) => post(address));
  show(encoder);
  return element;
};

const partsOf = (
  { megabytes, state, done, total, error }: EncoderView,
  accept: () => void,
): (HTMLElement | string)[] => {
  const button = (words: string) => h('button', { type: 'button', class: 'link-button', on: { click: accept } }, words);
  if (state === 'offered')
    return [
      'Parley looks for your words. With a small encoder on this machine it finds pages by meaning too: ',
      button(megabytes > 0 ? `set it up (${megabytes} MB, once)` : 'set it up (nothing to download)'),
    ];
  if (state === 'ready') return ['The encoder is set up and knows your pages. Start Parley again to search with it.'];
  if (state === 'failed')
    return [`${error?.message ?? 'That did not work.'} ${error?.remedy ?? ''} `, button('Try again')];
  const share = done !== undefined && total ? Math.floor((100 * done) / total) : undefined;
  return [
    state === 'fetching' ? `Downloading the encoder (${megabytes} MB)… ` : 'Reading your pages with the encoder… ',
    h('progress', {
      attr: {
        max: '100',
        'aria-label': state === 'fetching' ? 'Download' : 'Pages read',
        ...(share !== undefined && { value: String(share) }),
      },
    }),
    share === undefined ? '' : ` ${share} %`,
  ];
};
