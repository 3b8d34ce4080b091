// Processes that do nothing but use CPU.
import { spawn } from 'node:child_process';

// A burner also ends when its parent is killed and cannot end it.
const burn = `const parent = process.ppid;
while (process.ppid === parent) for (let i = 0; i < 1e7; i++);`;

/** Starts `count` of them; `stop` ends each by its process id. */
export function startLoad(count) {
  const burners = Array.from({ length: count }, () => spawn(process.execPath, ['-e', burn], { stdio: 'ignore' }));
  return {
    stop() {
      for (const burner of burners) burner.kill('SIGKILL');
    },
  };
}
