import type { Fetcher } from '../../runtime/guarded-fetcher.ts';
import { MAX_FILE_BYTES, type QuestionFile } from './attachments.ts';

const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 5;

export interface FileDownloadOptions {
  /** True for the platform's own file hosts, which may get its token. */
  isOwnHost: (url: URL) => boolean;
  /** The Authorization header for the platform's own hosts. */
  authorization?: string;
  /** Fetches from all other hosts, without a token. */
  guarded: Pick<Fetcher, 'fetch'>;
}

/**
 * Creates the function that downloads the files of questions. A file's URL may name any host (a remote file in Slack does), so
 * the token is sent to the platform's own hosts only, also after a redirect. The guarded fetcher fetches from other hosts. The
 * size is checked before and while the body is read.
 *
 * @returns the `download` function for `readAttachments`; it throws when a file cannot be downloaded
 */
export const createFileDownload =
  ({ isOwnHost, authorization, guarded }: FileDownloadOptions) =>
  async (file: Pick<QuestionFile, 'url' | 'type'>): Promise<Uint8Array> => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    let url = new URL(file.url);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      if (!isOwnHost(url)) {
        const { bytes, contentType } = await guarded.fetch(url.href, { maxBytes: MAX_FILE_BYTES, signal });
        refuseSignInPage(contentType, file.type);
        return bytes;
      }
      const headers = authorization ? { authorization } : undefined;
      const response = await fetch(url, { headers, redirect: 'manual', signal });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location) {
        await response.body?.cancel();
        url = new URL(location, url);
        continue;
      }
      if (!response.ok) throw new Error(`the file was answered with ${response.status}`);
      refuseSignInPage(response.headers.get('content-type') ?? '', file.type);
      return readBody(response);
    }
    throw new Error('the file was redirected too often');
  };

/** Throws when the response is an HTML page: without permission, platforms answer with a sign-in page and status 200. */
const refuseSignInPage = (contentType: string, expected: string): void => {
  if (/text\/html/i.test(contentType) && !/html/i.test(expected)) throw new Error('the file was answered with a page');
};

const readBody = async (response: Response): Promise<Uint8Array> => {
  const tooLarge = () => new Error(`the file is larger than ${MAX_FILE_BYTES} bytes`);
  if (Number(response.headers.get('content-length')) > MAX_FILE_BYTES) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_FILE_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
