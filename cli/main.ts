#!/usr/bin/env -S node --max-semi-space-size=16
// The scripts in package.json use the same flag. Ingest fills the young generation with short-lived rows; limiting its size
// saves 100 MB of memory at the same speed.
import { Console } from 'node:console';
import { enableCompileCache } from 'node:module';
import { run } from './run.ts';

enableCompileCache();
// If the reader closes the pipe (`| head`), the command ends successfully.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
// Only results go to stdout. A library that logs to the console would break `--json` and MCP over stdio.
globalThis.console = new Console(process.stderr);
process.exitCode = await run(process.argv.slice(2));
