#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { run } from './run.ts';

enableCompileCache();
// A reader that has seen enough (`| head`) ends the command; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
process.exitCode = await run(process.argv.slice(2));
