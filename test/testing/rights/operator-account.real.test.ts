import { beforeAll } from 'vitest';
import { ensureBinaries } from '../real-binaries.js';
import { operatorAccountSuite } from './operator-account-suite.js';

beforeAll(() => ensureBinaries(), 1_800_000);

operatorAccountSuite('envtest');
