#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { run } from './run.ts';

enableCompileCache();
process.exitCode = await run(process.argv.slice(2));
