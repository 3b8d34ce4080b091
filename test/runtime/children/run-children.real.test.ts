import { beforeAll } from 'vitest';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { childrenSuite } from './children-suite.js';

beforeAll(() => ensureBinaries());

childrenSuite('envtest');
