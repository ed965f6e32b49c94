import { startSharedDrive } from './drive/testing/double-drive.ts';
import { killedReadingContract } from './testing/connector.contract.ts';
import { findDoubles } from './testing/doubles.ts';

for (const [name, start] of await findDoubles()) killedReadingContract(name, start);
killedReadingContract('drive, a shared drive,', startSharedDrive);
