import { isParleyError, ParleyError } from '../../../core/errors.ts';
import type { ExtractedPage } from '../../extract/page.ts';
import { readerFor } from '../../sandbox/index.ts';
import type { Api } from '../api.ts';
import { markdownPage } from '../markdown-page.ts';
import { withQuery } from '../paging.ts';
import type { DriveFile } from './shapes.ts';

export const FOLDER = 'application/vnd.google-apps.folder';
const GOOGLE = 'application/vnd.google-apps.';
/** Files that are larger are passed over. */
const MAX_FILE_BYTES = 50_000_000;

/** What Google's own formats are exported as (developers.google.com/workspace/drive/api/guides/ref-export-formats). */
const EXPORTS: Readonly<Record<string, { mimeType: string; name: string }>> = {
  [`${GOOGLE}document`]: { mimeType: 'text/markdown', name: 'document.md' },
  [`${GOOGLE}spreadsheet`]: {
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    name: 'sheets.xlsx',
  },
  [`${GOOGLE}presentation`]: {
    mimeType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    name: 'slides.pptx',
  },
};

/** True for a file that Parley reads and whose bytes the account may have. */
export const isReadable = ({ name, mimeType, size, capabilities }: DriveFile): boolean => {
  if (capabilities?.canDownload === false) return false;
  if (mimeType.startsWith(GOOGLE)) return mimeType in EXPORTS;
  return Number(size ?? 0) <= MAX_FILE_BYTES && readerFor({ name, contentType: mimeType }) !== undefined;
};

/** The file's text: Google's own formats as exported, uploaded files by the reader of their format. */
export const readText = async (file: DriveFile, url: string, api: Api): Promise<ExtractedPage> => {
  const exported = EXPORTS[file.mimeType];
  const mimeType = exported?.mimeType ?? file.mimeType;
  const { bytes } = await download(file, exported?.mimeType, api);
  const updated = file.modifiedTime ?? '';
  if (mimeType === 'text/markdown') {
    const text = withoutPictures(new TextDecoder().decode(bytes));
    // An empty document says its name.
    return markdownPage(file.name, [text.trim() || file.name], url, updated);
  }
  const reader = readerFor({ name: exported?.name ?? file.name, contentType: mimeType });
  if (reader === undefined) throw notRead(file);
  const page = await reader(bytes, { url, contentType: mimeType });
  return { ...page, title: file.name, metadata: { ...page.metadata, updated } };
};

const download = (file: DriveFile, exportType: string | undefined, api: Api) => {
  const address = exportType
    ? withQuery(`/drive/v3/files/${file.id}/export`, { mimeType: exportType })
    : withQuery(`/drive/v3/files/${file.id}`, { alt: 'media', supportsAllDrives: true });
  const isHtml = exportType === undefined && /html/i.test(`${file.mimeType} ${file.name}`);
  return api.file(address, { html: isHtml }).catch((error: unknown) => {
    if (isParleyError(error) && String(error.details.answer).includes('exportSizeLimitExceeded'))
      throw new ParleyError('INPUT_TOO_LARGE', {
        message: `${file.name} is larger than the 10 MB that Google exports.`,
        remedy: 'Split it, or download it and ingest the file.',
        cause: error,
      });
    throw error;
  });
};

const notRead = ({ name, mimeType }: DriveFile) =>
  new ParleyError('INPUT_UNREADABLE', {
    message: `${name} is ${mimeType}, which Parley does not read.`,
    remedy: 'Save it in a format of docs/reading.md.',
  });

/** Google's Markdown carries pictures as data in link definitions at its end, and what points to them. */
const withoutPictures = (markdown: string): string =>
  markdown.replace(/^\[image\d+\]: *<?data:[^\n]*$/gm, '').replace(/!\[[^\]]*\]\[image\d+\]/g, '');
