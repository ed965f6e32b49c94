/**
 * Packages that users install only if they need them, with their versions: the optional peers of package.json. A clone
 * has all of them.
 */
export const OPTIONAL_PACKAGES: Readonly<Record<string, string>> = {
  '@huggingface/tokenizers': '0.2',
  '@langchain/anthropic': '1',
  '@langchain/google-genai': '2',
  '@langchain/langgraph-checkpoint-postgres': '1',
  '@langchain/mcp-adapters': '1',
  '@langchain/ollama': '1',
  '@langchain/openai': '1',
  '@slack/bolt': '5',
  '@tesseract.js-data/eng': '1',
  chromadb: '3',
  'discord.js': '14',
  'neo4j-driver': '6',
  'onnxruntime-node': '1',
  openevals: '0.2',
  'pdfjs-dist': '6',
  pg: '8',
  'pg-boss': '12',
  'playwright-core': '1',
  'tesseract.js-core': '7',
  vitest: '5',
};

/** The optional package whose absence made an import fail; undefined for any other error. */
export const missingPackage = (error: unknown): { name: string; install: string } | undefined => {
  if (!(error instanceof Error) || (error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') return undefined;
  const [, specifier = ''] = /Cannot find package '([^']+)'/.exec(error.message) ?? [];
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  const version = OPTIONAL_PACKAGES[name];
  return version === undefined ? undefined : { name, install: `npm install ${name}@${version}` };
};
