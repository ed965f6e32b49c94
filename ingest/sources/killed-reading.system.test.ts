import { startSharedDrive } from './drive/testing/fake-drive.ts';
import { killedReadingContract } from './testing/connector.contract.ts';
import { findFakes } from './testing/fakes.ts';

for (const [name, start] of await findFakes()) killedReadingContract(name, start);
killedReadingContract('drive, a shared drive,', startSharedDrive);
