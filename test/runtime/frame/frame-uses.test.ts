import { testUses } from '../../uses.js';
import { frameUses } from './uses/frame-uses.js';

testUses(frameUses);
