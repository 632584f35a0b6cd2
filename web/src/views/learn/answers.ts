/** What a reader answers: an option, a number in SI units, a curve, or nothing where nothing is asked. */
export type Answer =
  | { readonly option: number }
  | { readonly number: number }
  | { readonly drawn: readonly number[] }
  | { readonly seen: true };

export const optionOf = (answer: Answer | undefined): number | undefined =>
  answer !== undefined && 'option' in answer ? answer.option : undefined;
