import { describe, expect, test } from 'vitest';
import { compareVersions, parseVersionSelector } from '../../../src/testing/envtest/version-selector.js';

const versions = ['1.35.9', '1.36.0', '1.36.2', '1.37.0', '1.37.1', '1.38.0-rc.1', '2.0.0'];

describe('11.2 version expressions', () => {
  test.each([
    ['1.36.2', ['1.36.2']],
    ['v1.36.2', ['1.36.2']],
    ['1.37', ['1.37.0', '1.37.1']],
    ['1.37.x', ['1.37.0', '1.37.1']],
    ['1.37.*', ['1.37.0', '1.37.1']],
    ['~1.36.1', ['1.36.2']],
    ['<1.36.2', ['1.35.9', '1.36.0']],
    ['<=1.36.0', ['1.35.9', '1.36.0']],
    ['<=1.36', ['1.35.9', '1.36.0', '1.36.2']],
    ['<1.36', ['1.35.9']],
    ['latest', ['1.35.9', '1.36.0', '1.36.2', '1.37.0', '1.37.1', '2.0.0']],
  ])('%s means %j', (text, expected) => {
    expect(versions.filter((version) => parseVersionSelector(text)?.matches(version))).toEqual(expected);
  });

  test('"!" and latest ask the index; others are content with what is there', () => {
    expect(['1.37!', 'latest', '1.37', 'latest-on-disk'].map((text) => parseVersionSelector(text)?.asksRemote)).toEqual(
      [true, true, false, false],
    );
  });

  test.each(['', 'x', '1', '1.2.3.4', '>1.2', '1.x'])('%j is none', (text) => {
    expect(parseVersionSelector(text)).toBeUndefined();
  });

  test('the newest comes first, by number', () => {
    expect(['1.9.0', '1.10.0', '1.10.1'].sort(compareVersions)).toEqual(['1.10.1', '1.10.0', '1.9.0']);
  });
});
