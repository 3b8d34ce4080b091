import { beforeAll } from 'vitest';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { ownershipSuite } from './ownership-suite.js';

beforeAll(() => ensureBinaries());

ownershipSuite('envtest');
