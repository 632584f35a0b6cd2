/**
 * The teacher's page: the durations of plans add up, every story has notes, every exercise has a level; and a
 * package for learning platforms.
 */
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { EXERCISES } from '../../src/lesson/exercises.ts';
import { scormPackage } from '../../src/lesson/scorm.ts';
import { TEACHING } from '../../src/lesson/teaching.ts';
import { STORIES } from '../../src/stories/index.ts';

it.each(TEACHING.plans)(
  'the plan of $minutes minutes fills its time, with what there is',
  ({ minutes, parts }) => {
    expect(parts.reduce((sum, part) => sum + part.minutes, 0)).toBe(minutes);
    for (const { story, step, exercise } of parts) {
      if (story !== undefined)
        expect(STORIES.find(({ id }) => id === story)?.steps.map(({ id }) => id)).toContain(step);
      if (exercise !== undefined) expect(EXERCISES.map(({ id }) => id)).toContain(exercise);
    }
  },
);

it('has notes on every story, and every exercise once', () => {
  expect(Object.keys(TEACHING.stories).sort()).toEqual(STORIES.map(({ id }) => id).sort());
  const listed = TEACHING.levels.flatMap(({ exercises }) => exercises);
  expect([...listed].sort()).toEqual(EXERCISES.map(({ id }) => id).sort());
});

it('packs a lesson: a manifest that names every file, and an address that stays what it is', () => {
  const address = 'https://example.org/embed.html#s=x&lesson=a.b';
  const files = unzipSync(scormPackage('Queues & <buffers>', address));
  const manifest = strFromU8(files['imsmanifest.xml'] ?? new Uint8Array());
  expect(manifest).toContain('<schemaversion>1.2</schemaversion>');
  expect(manifest).toContain('<title>Queues &amp; &lt;buffers&gt;</title>');
  const named = [...manifest.matchAll(/<file href="([^"]+)"/g)].map(([, name]) => name);
  expect([...named, 'imsmanifest.xml'].sort()).toEqual(Object.keys(files).sort());
  expect(strFromU8(files['index.html'] ?? new Uint8Array())).toContain(
    'src="https://example.org/embed.html#s=x&amp;lesson=a.b"',
  );
});
