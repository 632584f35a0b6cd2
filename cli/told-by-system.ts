/** What the operating system says of a file that cannot be read or written, in a sentence for people. */
const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EISDIR: 'it is a folder',
  EEXIST: 'it exists already',
  EACCES: 'there is no permission for it',
  EPERM: 'there is no permission for it',
  EROFS: 'it is on a disk that is read only',
  ENOSPC: 'the disk is full',
};

/** With the system's code, which can be looked up. The name of a file is the caller's: a draft has another. */
export function toldBySystem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const words = WORDS[code];
  return words === undefined ? error.message : `${code}: ${words}`;
}
