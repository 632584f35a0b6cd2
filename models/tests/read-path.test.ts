import { describe, expect, test } from 'vitest';
import { showPath, type Path } from '../src/path.ts';
import { readPath } from '../src/read-path.ts';

describe('a place as people write it', () => {
  test.each<[Path]>([
    [['duration']],
    [['lanes', 12, 'aqm', 'params', 'max_th']],
    [['network', 'links', 0, 'changes', 3, 'rate']],
    [['lanes', 0, 'aqm', 'params', 'odd key. [1] "so"']],
    [[]],
  ])('%j is read as it was', (path) => {
    expect(readPath(showPath(path))).toEqual(path);
  });
});
