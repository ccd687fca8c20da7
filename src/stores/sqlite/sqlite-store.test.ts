import { storeConformance } from '../../../test/conformance/store.ts';
import { sqliteStore } from './sqlite-store.ts';

storeConformance('sqliteStore', () => sqliteStore({ path: ':memory:' }));
