/** Saves content as a file on the reader's machine. */
export function download(name: string, content: Blob | string, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // The browser has started to read by then. An address that is never revoked keeps the file in memory.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 10_000);
}
