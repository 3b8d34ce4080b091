import { partOf } from '../lanes/thorough.js';
import { awkwardKinds, projectOf } from './matrix.js';
import { describeParity } from './parity-suite.js';

describeParity(projectOf(partOf(awkwardKinds, 6)));
