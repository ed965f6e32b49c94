import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { ReportData } from './page/report-data.ts';

/**
 * The report as one HTML file that asks for nothing from anywhere: style, script and data are inside, the data gzipped. Opens
 * from a disk, an artifact of CI or a mail.
 */
export const htmlReport = async (data: ReportData): Promise<string> => {
  const [style, script] = await Promise.all([
    readFile(new URL('page/page.css', import.meta.url), 'utf8'),
    pageScript(),
  ]);
  const packed = gzipSync(JSON.stringify(data), { level: 6 }).toString('base64');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<title>Parley evals: ${escapeHtml(data.title)}</title>
<link rel="icon" href="data:,">
<style>
${style}
</style>
</head>
<body>
<main id="page"><noscript>This report draws itself with a script that is inside this file.</noscript></main>
<script id="data" type="application/gzip">${packed}</script>
<script>
${script.replaceAll('</script', '<\\/script')}
</script>
</body>
</html>
`;
};

/** Where `npm run build` leaves the page's script, beside the compiled form of this file. */
const BUILT = new URL('page-script.js', import.meta.url);

const pageScript = async (): Promise<string> => (existsSync(BUILT) ? readFile(BUILT, 'utf8') : buildPageScript());

/** The page's script in one piece, from source. */
export const buildPageScript = async (): Promise<string> => {
  const { build } = await import('esbuild');
  const source = fileURLToPath(new URL('page/page.ts', import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    logLevel: 'silent',
  });
  return outputFiles.map(({ text }) => text).join('');
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark] ?? mark);
