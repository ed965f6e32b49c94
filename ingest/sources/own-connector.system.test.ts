import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectorContract } from '../../runtime/connector-contract.ts';
import { startBookstack } from './testing/fake-bookstack.ts';

// A connector of somebody's own is held to what those of Parley are, through the package's own door.
const folder = mkdtempSync(path.join(tmpdir(), 'parley-own-connector-'));
connectorContract('BookStack, as docs/connectors/WRITING.md shows it,', () => startBookstack(folder));
