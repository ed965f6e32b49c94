import { conversationStoreContract } from '../conversations.contract.ts';
import { testStores } from '../testing/test-stores.ts';

conversationStoreContract(() => testStores());
