import { expect, test } from 'vitest';
import { fieldSchema } from '../read-source.js';

test.each(["type First = 'z' | 'a';", "type First = 'a' | 'z';"])(
  'the order of a computed union does not depend on other types: %s',
  async (first) => {
    const types = `${first}\nexport type Tail<S> = S extends \`\${string}.\${infer R}\` ? R : S;`;

    expect((await fieldSchema("Tail<'b.z' | 'a.a' | 'm'>", types))?.enum).toEqual(['a', 'm', 'z']);
  },
);

test('members of an enum are in its order', async () => {
  const types = "enum Phase { Z = 'z', A = 'a', M = 'm' }";

  expect((await fieldSchema('Exclude<Phase, Phase.M>', types))?.enum).toEqual(['z', 'a']);
});
