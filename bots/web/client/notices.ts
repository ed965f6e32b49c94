import type { PageNoticeView } from '../api.ts';
import { h, icon } from './dom.ts';
import { get, put } from './http.ts';

/**
 * Banners for questions that the person rated down and that are answered correctly now. A banner stays until the person opens
 * the thread or dismisses it. Returns an empty list when the server fails.
 */
export const noticeBanners = async (openThread: (id: string) => void): Promise<HTMLElement[]> => {
  const notices = await get<PageNoticeView[]>('/api/v1/me/notices').catch(() => []);
  return notices.map(({ turnId, threadId, question }) => {
    const seen = () => {
      banner.remove();
      void put(`/api/v1/me/notices/${encodeURIComponent(turnId)}/seen`, {}).catch(() => {});
    };
    const banner = h(
      'p',
      { class: 'note notice-fixed', attr: { role: 'status' } },
      icon('check'),
      h(
        'span',
        {},
        'Thank you for your feedback: I now answer “',
        h(
          'a',
          {
            href: `/t/${encodeURIComponent(threadId)}`,
            on: {
              click: (event: MouseEvent) => {
                event.preventDefault();
                seen();
                openThread(threadId);
              },
            },
          },
          question.length > 150 ? `${question.slice(0, 149)}…` : question,
        ),
        '” correctly. Ask again to see the new answer.',
      ),
      h('button', { type: 'button', class: 'button', on: { click: seen } }, 'Got it'),
    );
    return banner;
  });
};
