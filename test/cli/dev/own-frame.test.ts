import { expect, test } from 'vitest';
import { ownFrame } from '../../../src/cli/dev/own-frame.js';

test("the first frame that is neither Node's nor a package's, relative to the project", () => {
  const stack = [
    'Error: boom',
    '    at node:internal/process:1:2',
    '    at call (/p/node_modules/kbts/dist/runtime.js:1:2)',
    '    at GuestbookReconciler.reconcile (/p/src/controller/guestbook.controller.ts:12:3)',
    '    at async other (/p/src/main.ts:1:1)',
  ];

  expect(ownFrame(stack.join('\n'), '/p')).toBe('src/controller/guestbook.controller.ts:12:3');
  expect(ownFrame('Error: x\n    at file:///p/src/a.ts:1:2', '/p')).toBe('src/a.ts:1:2');
  expect(ownFrame('Error: x\n    at node:fs:1:2', '/p')).toBeUndefined();
});
