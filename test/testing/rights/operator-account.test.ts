import { operatorAccountSuite } from './operator-account-suite.js';

operatorAccountSuite('embedded');
