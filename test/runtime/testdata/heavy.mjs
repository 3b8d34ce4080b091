/** Work that would hold the event loop: it counts for as long as it is told. */
export default function heavy({ ms, fail, exit }) {
  if (fail) throw new TypeError(fail);
  if (exit) process.exit(exit);
  const startedAt = performance.now();
  let count = 0;
  while (performance.now() - startedAt < ms) count++;
  return { count };
}
