import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bundleOperator } from '../../../../src/commands/cluster/dev/operator-bundle.js';
import { caught, linkPackages, scaffoldProject, temporaryFolder } from '../project-fixture.js';

async function project(root: string, script: string): Promise<void> {
  for (const folder of ['scripts', 'node_modules']) await mkdir(path.join(root, folder));
  await writeFile(path.join(root, 'scripts/build.mjs'), script);
}

test("runs the project's own build into a folder that is never committed", async () => {
  await using temporary = await temporaryFolder();
  await project(
    temporary.folder,
    "import { writeFileSync } from 'node:fs'; writeFileSync(process.argv[2], process.cwd());",
  );

  const file = await bundleOperator(temporary.folder, { name: 'next' });

  expect(path.relative(temporary.folder, file)).toBe(path.join('node_modules', '.cache', 'kbts', 'next.js'));
  expect(path.basename(await readFile(file, 'utf8'))).toBe(path.basename(temporary.folder));
});

test('quotes what the build says', async () => {
  await using temporary = await temporaryFolder();
  await project(temporary.folder, "console.error('src/main.ts:1:2: ERROR: no such thing'); process.exit(1);");

  const error = await caught(bundleOperator(temporary.folder));

  expect(error).toMatchObject({ code: 'build-failed', message: expect.stringContaining('src/main.ts:1:2') });
});

test('packages that are not installed are the reason given', async () => {
  await using temporary = await temporaryFolder();
  await mkdir(path.join(temporary.folder, 'scripts'));
  await writeFile(path.join(temporary.folder, 'scripts/build.mjs'), '');

  expect(await caught(bundleOperator(temporary.folder))).toMatchObject({
    code: 'build-failed',
    fix: expect.stringContaining('npm install'),
  });
});

test('a missing build script is the reason given', async () => {
  await using temporary = await temporaryFolder();

  expect(await caught(bundleOperator(temporary.folder))).toMatchObject({
    message: expect.stringContaining('scripts/build.mjs'),
  });
});

test('a stop on request is not a failed build', async () => {
  await using temporary = await temporaryFolder();
  await project(temporary.folder, 'setInterval(() => {}, 1000);');

  expect(await caught(bundleOperator(temporary.folder, { signal: AbortSignal.abort() }))).toMatchObject({
    code: 'interrupted',
  });
});

test('what a scaffolded project cannot resolve is quoted with its place, without the stack of the build', async () => {
  await using scaffolded = await scaffoldProject();
  await linkPackages(scaffolded.root);
  await writeFile(path.join(scaffolded.root, 'src/main.ts'), "import './nowhere.js';\n");

  const { message } = await caught(bundleOperator(scaffolded.root));

  expect(message).toContain("Could not resolve './nowhere.js'");
  expect(message).toContain('src/main.ts:1:8');
  expect(message).not.toContain('    at ');
  expect(message).not.toContain('\u001B');
});

test('a package that a scaffolded project does not have is no warning: the file runs without packages', async () => {
  await using scaffolded = await scaffoldProject();
  await linkPackages(scaffolded.root);
  const lines = ["import 'no-such-package';"];
  await writeFile(path.join(scaffolded.root, 'src/main.ts'), `${lines.join('\n')}\n`);

  const { message } = await caught(bundleOperator(scaffolded.root));

  expect(message).toContain('src/main.ts:1:8: cannot find "no-such-package": is it installed?');
});

test('what is tried and caught may be missing', async () => {
  await using scaffolded = await scaffoldProject();
  await linkPackages(scaffolded.root);
  const text = "try {\n  await import('optional');\n} catch {\n  console.log('without');\n}\n";
  await writeFile(path.join(scaffolded.root, 'src/main.ts'), text);

  expect(await readFile(await bundleOperator(scaffolded.root), 'utf8')).toContain('without');
});
