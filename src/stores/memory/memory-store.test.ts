import { storeConformance } from '../../../test/conformance/store.ts';
import { memoryStore } from './memory-store.ts';

storeConformance('memoryStore', memoryStore);
