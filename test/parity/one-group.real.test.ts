import { projectCases } from './matrix.js';
import { describeParity } from './parity-suite.js';

describeParity(projectCases.oneGroup);
