declare module 'virtual:aqm-texts' {
  /** By language, and by the scheme's id: its AqmText. */
  const texts: Readonly<
    Record<string, Readonly<Record<string, () => Promise<{ default: unknown }>>> | undefined>
  >;
  export default texts;
}
