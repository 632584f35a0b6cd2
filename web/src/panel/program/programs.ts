/** The programs of the project, each loaded on request. */
const texts = import.meta.glob<string>('../../../../models/programs/*.aqm', {
  query: '?raw',
  import: 'default',
});

const place = (id: string) => `../../../../models/programs/${id}.aqm`;

export const hasProgram = (id: string): boolean => place(id) in texts;
export const programOf = (id: string): Promise<string> | undefined => texts[place(id)]?.();
