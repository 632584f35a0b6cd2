/** Names of a program in languages like C, in which some names are reserved. */

const TAKEN = new Set(
  `alignas alignof and asm auto bool break case catch char class compl concept const consteval constexpr constinit const_cast
  continue co_await co_return co_yield decltype default delete do double dynamic_cast else enum explicit export extern false float
  for friend goto if inline int long mutable namespace new noexcept not nullptr operator or private protected public register
  reinterpret_cast requires return restrict short signed sizeof static static_assert static_cast struct switch template this
  thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor
  at kept clamped averaged spaced whole_ns whole_power math std law link packet self readings offered interval window ask
  fabs exp log sqrt cbrt pow fmin fmax`.split(/\s+/),
);

/** The name as a member or a variable. */
export const safe = (name: string): string => (TAKEN.has(name) ? `${name}_` : name);

/** "My RED (2)" as `my_red_2`. */
export function idOf(name: string): string {
  const id = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return id === '' ? 'my_aqm' : /^\d/.test(id) || TAKEN.has(id) ? `aqm_${id}` : id;
}

/** "my_red_2" as `MyRed2`. */
export const typeOf = (id: string): string =>
  id
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

/** A number that a compiler does not take as an integer. */
export const double = (value: number): string =>
  /^-?\d+$/.test(String(value)) ? `${value}.0` : String(value);

export const quoted = (text: string): string => JSON.stringify(text);
