/** The text of a program (docs/programs.md) as an argument of commands. */
import type { Engine, ProgramInfo } from '../wasm/src/types.ts';
import { Refused } from './command.ts';
import { read } from './input.ts';

/** Errors or warnings, one sentence each. */
export const told = (faults: ProgramInfo['faults']): readonly string[] =>
  faults.map(
    ({ line, column, found, rule, advice }) =>
      `line ${line}, column ${column}: ${found}: ${rule}${advice === '' ? '' : `; ${advice}`}`,
  );

/** A program that the engine can read; any other is refused. */
export async function readProgram(
  source: string,
  engine: Pick<Engine, 'program'>,
): Promise<{ readonly text: string; readonly program: ProgramInfo }> {
  const text = await read(source);
  const program = engine.program(text);
  if (program.faults.length > 0) throw new Refused(told(program.faults).join('\n'));
  return { text, program };
}
